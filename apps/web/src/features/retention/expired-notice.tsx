import type { ExpirableData } from '@millrace/contract/retention';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { Notice } from '../../ui/notice.tsx';
import css from './expired-notice.module.css';
import { retentionMessages } from './messages.ts';

/** Says which data of a build retention deleted. */
export function ExpiredNotice({ data }: { data: readonly ExpirableData[] }) {
  const text = useTexts(retentionMessages);
  return (
    <div className={css.expired}>
      <Notice tone="neutral">{text.expired(data)}</Notice>
    </div>
  );
}
