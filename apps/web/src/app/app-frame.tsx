import { useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { describeFailure } from '../api/api-error.ts';
import { lazyPart } from '../domain-ui/lazy-part.tsx';
import { LoadFailure } from '../domain-ui/load-failure.tsx';
import { useCurrentUser, useSessionEnded } from '../features/sign-in/session-queries.ts';
import { useReturnAfterSignIn } from '../features/sign-in/use-return-after-sign-in.ts';
import { useMessages } from '../lib/i18n/messages.tsx';
import { readLicenceState } from '../lib/licence-state.ts';
import { servedConfig } from '../lib/page-config.ts';
import { OnDemand } from '../ui/on-demand.tsx';
import { AppFooter } from './app-footer.tsx';
import css from './app-frame.module.css';
import { ErrorBoundary } from './error-boundary.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { Sidebar } from './sidebar.tsx';

/** Loaded after the first paint, when there is no data to keep up to date yet. */
const ConnectionNotice = lazyPart(() => import('./connection-notice.tsx'), 'ConnectionNotice', {
  // Nothing moves when the announcement becomes live.
  instead: () =>
    announced && (
      <p className={css.announcement}>
        {announced.text}
        {announced.ends + announced.read_only_from > 0 && '\n\u00a0'}
      </p>
    ),
  missing: () => null,
});

const loadBanners = () => import('./licence-banners.tsx');
const loadSessionNotice = () => import('../features/sign-in/session-notice.tsx');
const licence = readLicenceState();
const announced = servedConfig?.announcement;

/** Frame of every page with navigation. */
export function AppFrame() {
  const { common, failure, shortcuts } = useMessages();
  const { data: user, error, refetch } = useCurrentUser();
  const hasSessionEnded = useSessionEnded();
  const [areKeysShown, setAreKeysShown] = useState(false);
  useReturnAfterSignIn();
  const { pathname } = useLocation();
  return (
    <div className={css.frame}>
      <a className={css.skip} href="#content">
        {common.skipToContent}
      </a>
      <Sidebar />
      <Shortcuts isOpen={areKeysShown} onChange={setAreKeysShown} />
      <div className={css.column}>
        {licence && (
          <OnDemand load={loadBanners}>
            {({ LicenceBanners }) => <LicenceBanners {...licence} />}
          </OnDemand>
        )}
        <ConnectionNotice />
        {hasSessionEnded && (
          <OnDemand load={loadSessionNotice}>{({ SessionNotice }) => <SessionNotice />}</OnDemand>
        )}
        <main className={css.content} id="content" tabIndex={-1}>
          <ErrorBoundary>
            {error && user === undefined ? (
              <LoadFailure
                title={failure.accountFailed}
                {...describeFailure(error)}
                onRetry={refetch}
              />
            ) : (
              <Outlet />
            )}
          </ErrorBoundary>
        </main>
        {!isSettings(pathname) && (
          <AppFooter>
            <button type="button" aria-haspopup="dialog" onClick={() => setAreKeysShown(true)}>
              {shortcuts.title}
            </button>
          </AppFooter>
        )}
      </div>
    </div>
  );
}

function isSettings(pathname: string): boolean {
  return /^(\/[^/]+\/[^/]+)?\/settings(\/|$)/.test(pathname);
}
