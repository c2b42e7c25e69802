import { Menu } from '@base-ui/react/menu';
import type { KeptStep } from '@millrace/contract/api';
import { ChevronDown, SquareTerminal } from 'lucide';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import menu from '../../ui/menu.module.css';
import { terminalMessages } from './messages.ts';
import css from './terminals.module.css';
import { TimeUntil } from './time-until.tsx';

export interface KeptPlace {
  kept: KeptStep;
  /** Names of the stage and the step. */
  step: string;
}

interface KeptStepsMenuProps {
  steps: readonly KeptPlace[];
  onOpen: (id: number) => void;
}

/** Menu of the steps in which a terminal can be opened. */
export function KeptStepsMenu({ steps, onOpen }: KeptStepsMenuProps) {
  const text = useTexts(terminalMessages);
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger className={buttonClass({ size: 'small' })}>
        <Icon icon={SquareTerminal} size={14} />
        {text.open}
        <Icon icon={ChevronDown} size={14} />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className={menu.positioner} side="bottom" align="end" sideOffset={6}>
          <Menu.Popup className={menu.popup}>
            {steps.map(({ kept, step }) => (
              <Menu.Item key={kept.id} className={menu.item} onClick={() => onOpen(kept.id)}>
                {step}
                <span className={css.left}>
                  <TimeUntil until={kept.until} />
                </span>
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
