import { elapsedSec, formatDuration } from '../lib/format-time.ts';
import { useNowSec } from '../lib/use-now.ts';

interface RunDurationProps {
  started: number | undefined;
  stopped: number | undefined;
}

/** Duration of a run, updated each second while it is running. Empty before the start. */
export function RunDuration({ started, stopped }: RunDurationProps) {
  const nowSec = useNowSec(Boolean(started && !stopped));
  const sec = elapsedSec(started, stopped, nowSec);
  return sec === null ? null : formatDuration(sec);
}
