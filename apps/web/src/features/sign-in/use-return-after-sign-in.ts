import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { takeReturnPath } from './return-path.ts';
import { useCurrentUser } from './session-queries.ts';

/** Opens the page that was requested before signing in, if the server redirected to the dashboard instead. */
export function useReturnAfterSignIn(): void {
  const { data: user } = useCurrentUser();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const isSignedIn = Boolean(user);
  useEffect(() => {
    if (!isSignedIn) return;
    const path = takeReturnPath();
    if (path && pathname === paths.home) navigate(path, { replace: true });
  }, [isSignedIn, pathname, navigate]);
}
