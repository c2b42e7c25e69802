import { useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { rememberReturnPath } from './return-path.ts';
import { servedSession, useCurrentUser } from './session-queries.ts';

/** Shows the page to signed-in users. Guests sign in first and then return to the same page. */
export function SessionGuard() {
  const { data: user } = useCurrentUser();
  const { pathname, search, hash } = useLocation();
  const isGuest = user === null;
  useEffect(() => {
    const currentPath = pathname + search + hash;
    if (isGuest && currentPath !== paths.home) rememberReturnPath(currentPath);
  }, [isGuest, pathname, search, hash]);
  // If the server reported a session, load the page while the account is requested.
  if (user === undefined && servedSession !== true) return null;
  return isGuest ? <Navigate to={paths.welcome} replace /> : <Outlet />;
}
