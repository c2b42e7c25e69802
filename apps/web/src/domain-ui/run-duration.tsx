import { elapsedSec, formatShortDuration } from '../lib/format-time.ts';
import { useNowSec } from '../lib/use-now.ts';

interface RunDurationProps {
  started: number | undefined;
  stopped: number | undefined;
  /** Its length in milliseconds, if that is known. */
  ms?: number | undefined;
}

/** Duration of a run, updated each second while it is running. Empty before the start. */
export function RunDuration({ started, stopped, ms }: RunDurationProps) {
  const nowSec = useNowSec(Boolean(started && !stopped));
  const sec = ms ? ms / 1000 : elapsedSec(started, stopped, nowSec);
  return sec === null ? null : formatShortDuration(sec);
}
