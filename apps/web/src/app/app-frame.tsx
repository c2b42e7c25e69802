import { Outlet } from 'react-router';
import { useCurrentUser } from '../features/session/session-queries.ts';
import { useMessages } from '../lib/i18n/messages.tsx';
import { servedConfig } from '../lib/page-config.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import css from './app-frame.module.css';
import { ErrorBoundary } from './error-boundary.tsx';
import { Sidebar } from './sidebar.tsx';
import { useLiveUpdates } from './use-live-updates.ts';

/** What surrounds every page that shows the product's navigation. */
export function AppFrame() {
  const { common, failure } = useMessages();
  const { isError } = useCurrentUser();
  useLiveUpdates();
  return (
    <div className={css.frame}>
      <a className={css.skip} href="#content">
        {common.skipToContent}
      </a>
      <Sidebar />
      <div className={css.column}>
        <main className={css.content} id="content" tabIndex={-1}>
          <ErrorBoundary>
            {isError ? (
              <EmptyState title={failure.unreachableTitle} detail={failure.unreachable} />
            ) : (
              <Outlet />
            )}
          </ErrorBoundary>
        </main>
        <footer className={css.footer}>
          <span>Millrace {servedConfig?.version}</span>
          {servedConfig?.apiReference && (
            <a href={servedConfig.apiReference}>{common.apiReference}</a>
          )}
        </footer>
      </div>
    </div>
  );
}
