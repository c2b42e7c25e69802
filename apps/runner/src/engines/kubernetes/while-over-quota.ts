import { setTimeout as sleep } from 'node:timers/promises';
import { InfrastructureFailure } from '../../shared/infrastructure-failure.ts';
import { ClusterError, isOverQuota } from './cluster-client.ts';

const pauseMs = 2000;

interface Waiting {
  startMinutes: number;
  /** Called with the reason of the quota, and with an empty text when the request is accepted. */
  onWait: (reason: string) => void;
  signal: AbortSignal;
}

/** Repeats a request that a quota of the namespace refuses, until other Pods have ended or the time is over. */
export async function whileOverQuota<Answer>(
  request: () => Promise<Answer>,
  { startMinutes, onWait, signal }: Waiting,
): Promise<Answer> {
  const deadline = AbortSignal.timeout(startMinutes * 60_000);
  let hasWaited = false;
  for (;;) {
    try {
      const answer = await request();
      if (hasWaited) onWait('');
      return answer;
    } catch (error) {
      if (!(error instanceof ClusterError && isOverQuota(error))) throw error;
      if (deadline.aborted) throw new InfrastructureFailure('runner', error.message);
      hasWaited = true;
      onWait(error.message);
    }
    await sleep(pauseMs, undefined, { signal });
  }
}
