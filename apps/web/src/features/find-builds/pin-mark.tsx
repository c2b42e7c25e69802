import { Pin } from 'lucide';
import { pinMessages } from '../../domain-ui/pin-messages.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { Icon } from '../../ui/icon.tsx';
import css from './build-list.module.css';

/** Marks a pinned build in a list. */
export function PinMark() {
  const text = useTexts(pinMessages);
  return (
    <span className={css.pin} role="img" aria-label={text.mark} title={text.mark}>
      <Icon icon={Pin} size={12} />
    </span>
  );
}
