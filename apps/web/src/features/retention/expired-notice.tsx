import type { ExpirableData } from '@millrace/contract/retention';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { Notice } from '../../ui/notice.tsx';
import { expiredMessages } from './expired-messages.ts';
import css from './expired-notice.module.css';

/** Says which data of a build retention deleted. */
export function ExpiredNotice({ data }: { data: readonly ExpirableData[] }) {
  const text = useTexts(expiredMessages);
  return (
    <div className={css.expired}>
      <Notice tone="neutral">{text.expired(data)}</Notice>
    </div>
  );
}
