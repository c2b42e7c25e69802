import { type ComponentType, useEffect, useState } from 'react';
import { useLanguage } from '../lib/i18n/messages.tsx';

/**
 * A route whose code and texts are loaded when it is first shown. Unlike `lazy` with Suspense, which holds back
 * what it reveals for 300 ms, it shows the route as soon as its code is there.
 */
export function lazyRoute<Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): ComponentType {
  let Loaded: ComponentType | undefined;
  return function LazyRoute() {
    const [state, setState] = useState<{ error?: unknown; Route?: ComponentType | undefined }>({
      Route: Loaded,
    });
    useEffect(() => {
      if (Loaded) return;
      load().then(
        (module) => {
          Loaded = module[name];
          setState({ Route: Loaded });
        },
        (error: unknown) => setState({ error }),
      );
    }, []);
    const { pages } = useLanguage();
    // The error boundary around the page says what to do.
    if (state.error) throw state.error;
    return state.Route && pages ? <state.Route /> : null;
  };
}
