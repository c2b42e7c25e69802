import { Menu } from '@base-ui/react/menu';
import { ChevronDown } from 'lucide';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import menu from '../../ui/menu.module.css';
import css from './environments.module.css';
import { environmentMessages } from './messages.ts';

interface PromoteButtonProps {
  /** Other environments. */
  targets: readonly string[];
  onPromote: (target: string) => void;
}

/** Promotes what runs here to another environment: a button for one, a menu for several. */
export function PromoteButton({ targets, onPromote }: PromoteButtonProps) {
  const text = useTexts(environmentMessages);
  const [only] = targets;
  if (only === undefined) return null;
  if (targets.length === 1) {
    return (
      <Button onClick={() => onPromote(only)}>
        <span className={css.target}>{text.promoteTo(only)}</span>
      </Button>
    );
  }
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger className={buttonClass()}>
        {text.promote}
        <Icon icon={ChevronDown} size={14} />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className={menu.positioner} side="bottom" align="end" sideOffset={6}>
          <Menu.Popup className={menu.popup}>
            {targets.map((target) => (
              <Menu.Item key={target} className={menu.item} onClick={() => onPromote(target)}>
                <span className={css.target}>{target}</span>
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
