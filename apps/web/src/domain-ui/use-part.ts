import { useEffect, useEffectEvent, useState } from 'react';
import { backoffMs } from '../lib/backoff.ts';
import { loadPart } from '../lib/load-part.ts';
import { logError } from '../lib/log-error.ts';

const maxRetryMs = 5000;

/** A module that is loaded when a component first shows it. */
export interface Part<Module> {
  load: () => Promise<Module>;
  /** Set once the module is loaded, so that the next component renders it immediately. */
  loaded?: Module;
}

interface UsedPart<Module> {
  module: Module | undefined;
  hasFailed: boolean;
  retry: () => void;
}

/** Loads a part. If loading fails, retries with backoff until it succeeds. */
export function usePart<Module>(part: Part<Module>): UsedPart<Module> {
  const [module, setModule] = useState(() => part.loaded);
  const [failures, setFailures] = useState(0);
  const start = useEffectEvent(() => {
    loadPart(part.load).then(
      (loaded) => {
        part.loaded = loaded;
        setModule(() => loaded);
      },
      (error: unknown) => {
        logError(error);
        setFailures((count) => count + 1);
      },
    );
  });
  useEffect(() => {
    if (part.loaded) return;
    if (failures === 0) return start();
    const timer = setTimeout(start, Math.min(backoffMs(failures), maxRetryMs));
    return () => clearTimeout(timer);
  }, [part, failures]);
  return { module, hasFailed: failures > 0 && !module, retry: () => setFailures(0) };
}
