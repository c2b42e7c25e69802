import { Pin } from 'lucide';
import { useRetentionMessages } from '../../lib/i18n/retention-messages.ts';
import { Icon } from '../../ui/icon.tsx';
import css from './build-list.module.css';

/** Marks a pinned build in a list. */
export function PinMark() {
  const text = useRetentionMessages();
  return (
    <span className={css.pin} role="img" aria-label={text.mark} title={text.mark}>
      <Icon icon={Pin} size={12} />
    </span>
  );
}
