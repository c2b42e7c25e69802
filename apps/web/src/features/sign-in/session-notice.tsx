import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { serverUrl } from '../../api/server-address.ts';
import { basePath } from '../../lib/base-path.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { servedConfig } from '../../lib/page-config.ts';
import { paths, serverPaths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { OnDemand } from '../../ui/on-demand.tsx';
import { rememberReturnPath } from './return-path.ts';
import { sessionMessages } from './session-messages.ts';
import css from './session-notice.module.css';
import { useCurrentUser } from './session-queries.ts';

const loadDialog = () => import('./sign-in-again-dialog.tsx');
const windowFeatures = 'popup,width=520,height=720';

/** A notice that the session has ended. It is above the page and its dialogs, which keep the user's input. */
export function SessionNotice() {
  const text = useTexts(sessionMessages);
  const { data: user, refetch } = useCurrentUser();
  const [isSigningIn, setIsSigningIn] = useState(false);
  useEffect(() => {
    // The user may have signed in again in another window or tab.
    const onFocus = () => void refetch();
    addEventListener('focus', onFocus);
    return () => removeEventListener('focus', onFocus);
  }, [refetch]);

  const close = () => setIsSigningIn(false);
  const signIn = () => {
    const { password, provider } = servedConfig?.signIn ?? {};
    // The page of the window offers every way to sign in.
    if (password && provider === undefined) setIsSigningIn(true);
    else openSignInWindow();
  };
  return (
    <>
      {createPortal(
        <div className={css.place} aria-live="assertive" data-above-dialogs data-session-notice>
          <p className={css.notice} role="alert">
            {text.sessionEnded}
            <Button kind="primary" size="small" onClick={signIn}>
              {text.signIn}
            </Button>
          </p>
        </div>,
        document.body,
      )}
      {isSigningIn && user && (
        <OnDemand load={loadDialog} onMissing={close}>
          {({ SignInAgainDialog }) => <SignInAgainDialog user={user} onClose={close} />}
        </OnDemand>
      )}
    </>
  );
}

/**
 * Opens the sign-in page of the forge in another window. If the browser blocks it, signs in on this page and
 * returns to it.
 */
function openSignInWindow(): void {
  const login = serverUrl(serverPaths.login, { return_to: paths.signedIn });
  if (window.open(login, 'millrace-sign-in', windowFeatures)) return;
  const currentPath = location.pathname.slice(basePath.length) + location.search + location.hash;
  rememberReturnPath(currentPath);
  location.assign(serverUrl(serverPaths.login, { return_to: currentPath }));
}
