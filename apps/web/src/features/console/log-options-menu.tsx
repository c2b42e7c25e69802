import { Menu } from '@base-ui/react/menu';
import { Check, ChevronDown } from 'lucide';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import css from '../../ui/menu.module.css';
import { logOptionsMessages } from './log-options-messages.ts';
import { consoleMessages } from './messages.ts';
import type { ConsoleSettings } from './use-console-settings.ts';

/** Menu of how the lines of a log are shown and copied. It opens when its code is loaded. */
export function LogOptionsMenu({ settings }: { settings: ConsoleSettings }) {
  const { showsClock, copiesTimes, collapses, change } = settings;
  const { options: label } = useTexts(consoleMessages);
  const text = useTexts(logOptionsMessages);
  const kinds = [
    { isClock: false, name: text.elapsedTimes },
    { isClock: true, name: text.clockTimes },
  ];
  const options = [
    {
      name: text.copyTimes,
      isChecked: copiesTimes,
      choose: (isChecked: boolean) => change({ copiesTimes: isChecked }),
    },
    {
      name: text.collapseRepeats,
      isChecked: collapses,
      choose: (isChecked: boolean) => change({ collapses: isChecked }),
    },
  ];
  return (
    <Menu.Root defaultOpen modal={false}>
      <Menu.Trigger
        className={buttonClass({ kind: 'ghost', size: 'small', isIcon: true })}
        aria-label={label}
        title={label}
      >
        <Icon icon={ChevronDown} size={14} />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className={css.positioner} side="bottom" align="end" sideOffset={6}>
          <Menu.Popup className={css.popup}>
            <Menu.RadioGroup
              value={showsClock}
              onValueChange={(isClock: boolean) =>
                change({ showsClock: isClock, showsTimes: true })
              }
              aria-label={text.timesMenu}
            >
              {kinds.map(({ isClock, name }) => (
                <Menu.RadioItem key={name} value={isClock} className={css.item}>
                  <span className={css.mark}>
                    <Menu.RadioItemIndicator>
                      <Icon icon={Check} size={14} />
                    </Menu.RadioItemIndicator>
                  </span>
                  {name}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
            <div className={css.separator} />
            {options.map(({ name, isChecked, choose }) => (
              <Menu.CheckboxItem
                key={name}
                className={css.item}
                checked={isChecked}
                onCheckedChange={choose}
              >
                <span className={css.mark}>
                  <Menu.CheckboxItemIndicator>
                    <Icon icon={Check} size={14} />
                  </Menu.CheckboxItemIndicator>
                </span>
                {name}
              </Menu.CheckboxItem>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
