import { useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { forgetReturnPath, rememberReturnPath } from './return-path.ts';
import { useCurrentUser } from './session-queries.ts';

/** Lets signed-in people through. Others sign in first and come back to the same page. */
export function SessionGuard() {
  const { data: user } = useCurrentUser();
  const { pathname, search, hash } = useLocation();
  const isGuest = user === null;
  useEffect(() => {
    const here = pathname + search + hash;
    if (isGuest && here !== paths.home) rememberReturnPath(here);
    if (user) forgetReturnPath();
  }, [isGuest, user, pathname, search, hash]);
  // Until the answer is there the page loads as for a signed-in person: it mostly is one.
  return isGuest ? <Navigate to={paths.welcome} replace /> : <Outlet />;
}
