import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useMessages } from '../lib/i18n/messages.tsx';
import { loadPart } from '../lib/load-part.ts';
import { logError } from '../lib/log-error.ts';
import { showToast } from './toast.ts';

interface OnDemandProps<Module> {
  load: () => Promise<Module>;
  /** Called if the module cannot be loaded. Mounting the component again retries. */
  onMissing?: () => void;
  /** Shown until the module is loaded. */
  instead?: ReactNode;
  children: (module: Module) => ReactNode;
}

/**
 * Loads a module on first use. If that fails, for example after an update of the server, the rest of the page
 * keeps working. `lazy` would never retry.
 */
export function OnDemand<Module>(props: OnDemandProps<Module>) {
  const { load, onMissing, instead = null, children } = props;
  const { failure } = useMessages();
  const [loaded, setLoaded] = useState<{ module: Module }>();
  const reportMissing = useEffectEvent((error: unknown) => {
    logError(error);
    showToast('error', failure.partMissing);
    onMissing?.();
  });
  useEffect(() => {
    let isMounted = true;
    loadPart(load).then(
      (module) => isMounted && setLoaded({ module }),
      (error: unknown) => isMounted && reportMissing(error),
    );
    return () => {
      isMounted = false;
    };
  }, [load]);
  return loaded ? children(loaded.module) : instead;
}
