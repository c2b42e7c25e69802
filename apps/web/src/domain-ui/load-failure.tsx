import { useMessages } from '../lib/i18n/messages.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

interface LoadFailureProps {
  title?: string;
  message: string;
  /** No answer came at all: the page comes back by itself then. */
  isUnreachable: boolean;
  onRetry: () => void;
}

/** Stands where something could not be read; asking again is for the reader to decide. */
export function LoadFailure({ title, message, isUnreachable, onRetry }: LoadFailureProps) {
  const { common, failure } = useMessages();
  return (
    <EmptyState
      title={isUnreachable ? failure.unreachableTitle : (title ?? failure.loadFailed)}
      detail={isUnreachable ? failure.unreachable : message}
      action={<Button onClick={onRetry}>{common.retry}</Button>}
    />
  );
}
