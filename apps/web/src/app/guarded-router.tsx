import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react';
import { UNSAFE_createBrowserHistory as createHistory, type Navigator, Router } from 'react-router';
import { basePath } from '../lib/base-path.ts';
import { askBeforeLeaving } from '../lib/leave-guard.ts';

/**
 * A `BrowserRouter` that asks for confirmation before a page with unsaved changes is left. The router's own
 * `useBlocker` requires its data router, which would add to the first download.
 */
export function GuardedRouter({ children }: { children: ReactNode }) {
  const [history] = useState(createGuardedHistory);
  const [state, setState] = useState(() => history.read());
  useLayoutEffect(
    () => history.listen(() => startTransition(() => setState(history.read()))),
    [history],
  );
  return (
    <Router
      basename={`${basePath}/`}
      location={state.location}
      navigationType={state.action}
      navigator={history.navigator}
    >
      {children}
    </Router>
  );
}

function createGuardedHistory() {
  const history = createHistory({ v5Compat: true });
  const read = () => ({ action: history.action, location: history.location });
  /** Path of the page that is shown. The browser's path differs while the confirmation is open. */
  let path = history.location.pathname;
  let isReverting = false;
  let isDecided = false;

  const isAway = (next: string) => next !== path;
  const navigator: Navigator = {
    createHref: history.createHref,
    encodeLocation: history.encodeLocation,
    go: history.go,
    replace: history.replace,
    push: (to, state) => {
      const go = () => history.push(to, state);
      if (!isAway(history.createURL(to).pathname) || !askBeforeLeaving(go, 'push')) go();
    },
  };
  const listen = (onChange: () => void) =>
    history.listen(({ action, location, delta }) => {
      if (isReverting) {
        isReverting = false;
        return;
      }
      const steps = action === 'POP' ? (delta ?? 0) : 0;
      const leave = () => {
        isDecided = true;
        history.go(steps);
      };
      // The browser reports back and forward after it has navigated, so revert the navigation until the
      // person decides.
      if (
        steps !== 0 &&
        !isDecided &&
        isAway(location.pathname) &&
        askBeforeLeaving(leave, 'pop')
      ) {
        isReverting = true;
        history.go(-steps);
        return;
      }
      isDecided = false;
      path = location.pathname;
      onChange();
    });
  return { navigator, listen, read };
}
