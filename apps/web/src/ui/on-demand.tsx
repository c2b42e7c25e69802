import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useMessages } from '../lib/i18n/messages.tsx';
import { loadPart } from '../lib/load-part.ts';
import { logError } from '../lib/log-error.ts';
import { showToast } from './toast.ts';

interface OnDemandProps<Module> {
  load: () => Promise<Module>;
  /** Where it cannot be had: whoever wants it again asks for it again. */
  onMissing?: () => void;
  /** Stands in its place until it is there. */
  instead?: ReactNode;
  children: (module: Module) => ReactNode;
}

/**
 * What is loaded with its first use, around the page: one that cannot be had, as after a new version of the
 * server, takes nothing else away. `lazy` would never ask for it again.
 */
export function OnDemand<Module>(props: OnDemandProps<Module>) {
  const { load, onMissing, instead = null, children } = props;
  const { failure } = useMessages();
  const [loaded, setLoaded] = useState<{ module: Module }>();
  const tellMissing = useEffectEvent((error: unknown) => {
    logError(error);
    showToast('error', failure.partMissing);
    onMissing?.();
  });
  useEffect(() => {
    let isWanted = true;
    loadPart(load).then(
      (module) => isWanted && setLoaded({ module }),
      (error: unknown) => isWanted && tellMissing(error),
    );
    return () => {
      isWanted = false;
    };
  }, [load]);
  return loaded ? children(loaded.module) : instead;
}
