import { useMessages } from '../lib/i18n/messages.tsx';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import css from './read-notice.module.css';

interface ReadNoticeProps {
  message: string;
  onRetry: () => void;
}

/** A read that failed on a page whose head is there; asking again is for the reader to decide. */
export function ReadNotice({ message, onRetry }: ReadNoticeProps) {
  const { common } = useMessages();
  return (
    <div className={css.row}>
      <Notice tone="danger">{message}</Notice>
      <Button onClick={onRetry}>{common.retry}</Button>
    </div>
  );
}
