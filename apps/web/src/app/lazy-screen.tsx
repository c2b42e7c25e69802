import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { backoffMs } from '../api/event-stream.ts';
import { LoadFailure } from '../domain-ui/load-failure.tsx';
import { useLanguage } from '../lib/i18n/messages.tsx';
import { loadPart } from '../lib/load-part.ts';
import { logError } from '../lib/log-error.ts';
import { PageStandIn } from './page-stand-in.tsx';

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
    const [Screen, setScreen] = useState(() => Loaded);
    const [failures, setFailures] = useState(0);
    const { pages, messages } = useLanguage();
    const start = useEffectEvent(() => {
      loadPart(load).then(
        (module) => {
          Loaded = module[name];
          setScreen(() => Loaded);
        },
        (error: unknown) => {
          logError(error);
          setFailures((count) => count + 1);
        },
      );
    });
    useEffect(() => {
      if (Loaded) return;
      if (failures === 0) return start();
      // Its server may be away, and comes back.
      const timer = setTimeout(start, backoffMs(failures));
      return () => clearTimeout(timer);
    }, [failures]);
    if (!Screen && failures > 0) {
      const message = messages.failure.partMissing;
      const retry = () => setFailures(0);
      return <LoadFailure message={message} isUnreachable={false} onRetry={retry} />;
    }
    return Screen && pages ? <Screen /> : <PageStandIn />;
  };
}
