import { Menu } from '@base-ui/react/menu';
import { BellOff, BellRing, Ellipsis, Pencil, Send, Trash2 } from 'lucide';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import css from '../../ui/menu.module.css';
import { notificationMessages } from './messages.ts';
import type { ListedSubscription } from './notification-calls.ts';

interface SubscriptionMenuProps {
  subscription: ListedSubscription;
  isBusy: boolean;
  onTest: () => void;
  onEdit: () => void;
  onToggle: () => void;
  onDelete: () => void;
}

/** Menu of actions for a subscription. */
export function SubscriptionMenu(props: SubscriptionMenuProps) {
  const { subscription, isBusy, onTest, onEdit, onToggle, onDelete } = props;
  const { actions: text, actionsFor } = useTexts(notificationMessages);
  const { name, disabled } = subscription;
  const items = [
    { label: text.test, icon: Send, run: onTest },
    { label: text.edit, icon: Pencil, run: onEdit },
    {
      label: disabled ? text.enable : text.disable,
      icon: disabled ? BellRing : BellOff,
      run: onToggle,
    },
    { label: text.delete, icon: Trash2, run: onDelete },
  ];
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger
        className={buttonClass({ kind: 'ghost', size: 'small', isIcon: true })}
        aria-label={actionsFor(name)}
        title={actionsFor(name)}
      >
        <Icon icon={Ellipsis} />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className={css.positioner} side="bottom" align="end" sideOffset={6}>
          <Menu.Popup className={css.popup}>
            {items.map(({ label, icon, run }) => (
              <Menu.Item key={label} className={css.item} disabled={isBusy} onClick={run}>
                <span className={css.mark}>
                  <Icon icon={icon} size={14} />
                </span>
                {label}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
