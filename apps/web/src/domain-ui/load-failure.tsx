import { useMessages } from '../lib/i18n/messages.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

interface LoadFailureProps {
  title?: string;
  message: string;
  /** True if there was no response. The page then retries by itself. */
  isUnreachable: boolean;
  onRetry: () => void;
}

/** Replaces content that could not be loaded. Offers a retry. */
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
