import { terminalLimits } from '@millrace/contract/terminals';
import { errorMessage } from '@millrace/node-kit/error-message';
import { retry } from '../../../shared/retry.ts';
import { isFinal } from './is-final.ts';
import type { EnteredStep, Keeping } from './keeping.ts';
import { OpenTerminals } from './open-terminals.ts';

const errorPauseMs = 1000;
/** Time for which a runner waits for a server that is away, to ask whether the environment is kept. */
const maxRetryMs = terminalLimits.keptSec * 1000;
/** Minimum time between two requests. Prevents a busy loop if the server answers immediately. */
const minRoundMs = 10;

/**
 * Keeps the environment of a failed or paused step, and runs the terminals that people open in it, until its time is over,
 * the server no longer wants it, or `signal` aborts. The environment can be removed then. Never rejects.
 */
export async function keepStep(
  step: EnteredStep,
  keeping: Keeping,
  signal: AbortSignal,
): Promise<void> {
  const { api, clock, logger } = keeping;
  const params = { step: step.id };
  try {
    const { until } = await retry(() => api.keepStep({ params }, signal), {
      clock,
      signal,
      isFinal,
      maxMs: () => maxRetryMs,
      onRetry: () => undefined,
    });
    const over = new AbortController();
    const ended = AbortSignal.any([signal, over.signal]);
    void clock.wait(until * 1000 - clock.nowMs(), ended).then(() => over.abort());
    const terminals = new OpenTerminals(step, keeping);
    const isWanted = await follow(step, terminals, keeping, ended);
    over.abort();
    await terminals.close();
    if (isWanted) await api.releaseStep({ params });
  } catch (error) {
    if (isFinal(error) || signal.aborted) return;
    logger.warn({ error: errorMessage(error) }, 'keeping a step for terminals failed');
  }
}

/** Carries out the orders of the server. Returns false if it no longer wants the environment. */
async function follow(
  { id }: EnteredStep,
  terminals: OpenTerminals,
  { api, clock }: Keeping,
  signal: AbortSignal,
): Promise<boolean> {
  while (!signal.aborted) {
    const startedAtMs = clock.nowMs();
    let pauseMs = 0;
    try {
      const body = { open: terminals.list() };
      const orders = await api.watchKeptStep({ params: { step: id }, body }, signal);
      if (orders) terminals.carryOut(orders);
      else pauseMs = startedAtMs + minRoundMs - clock.nowMs();
    } catch (error) {
      if (isFinal(error)) return false;
      pauseMs = errorPauseMs;
    }
    if (pauseMs > 0) await clock.wait(pauseMs, signal);
  }
  return true;
}
