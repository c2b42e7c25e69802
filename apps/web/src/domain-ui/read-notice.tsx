import { useMessages } from '../lib/i18n/messages.tsx';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import css from './read-notice.module.css';

interface ReadNoticeProps {
  message: string;
  onRetry: () => void;
}

/** A notice that a part of the page could not be loaded, with a retry button. */
export function ReadNotice({ message, onRetry }: ReadNoticeProps) {
  const { common } = useMessages();
  return (
    <div className={css.row}>
      <Notice tone="danger">{message}</Notice>
      <Button onClick={onRetry}>{common.retry}</Button>
    </div>
  );
}
