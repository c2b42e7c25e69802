import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useMessages } from '../lib/i18n/messages.tsx';
import { Boundary } from '../ui/boundary.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

/** Limits a render error to one page. The boundary resets when another page opens. */
export function ErrorBoundary({ children }: { children: ReactNode }) {
  const { failure } = useMessages();
  const { pathname } = useLocation();
  const fallback = (
    <EmptyState
      title={failure.crashTitle}
      detail={failure.crash}
      action={<Button onClick={() => location.reload()}>{failure.reload}</Button>}
    />
  );
  return (
    <Boundary key={pathname.split('/', 3).join('/')} resetKey={pathname} fallback={fallback}>
      {children}
    </Boundary>
  );
}
