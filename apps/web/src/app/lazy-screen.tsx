import { type ComponentType, useEffect, useState } from 'react';
import { useLanguage } from '../lib/i18n/messages.tsx';

/**
 * A screen whose code and texts are loaded when it is first shown. Unlike `lazy` with Suspense, which holds back
 * what it reveals for 300 ms, it shows the screen as soon as its code is there.
 */
export function lazyScreen<Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): ComponentType {
  let Loaded: ComponentType | undefined;
  return function LazyScreen() {
    const [state, setState] = useState<{ error?: unknown; Screen?: ComponentType | undefined }>({
      Screen: Loaded,
    });
    useEffect(() => {
      if (Loaded) return;
      load().then(
        (module) => {
          Loaded = module[name];
          setState({ Screen: Loaded });
        },
        (error: unknown) => setState({ error }),
      );
    }, []);
    const { pages } = useLanguage();
    // The error boundary around the page says what to do.
    if (state.error) throw state.error;
    return state.Screen && pages ? <state.Screen /> : null;
  };
}
