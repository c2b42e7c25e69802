import type { ExpirableData } from '@millrace/contract/retention';
import { useRetentionMessages } from '../../lib/i18n/retention-messages.ts';
import { Notice } from '../../ui/notice.tsx';
import css from './expired-notice.module.css';

/** Says which data of a build retention deleted. */
export function ExpiredNotice({ data }: { data: readonly ExpirableData[] }) {
  const text = useRetentionMessages();
  return (
    <div className={css.expired}>
      <Notice tone="neutral">{text.expired(data)}</Notice>
    </div>
  );
}
