import type { Health } from '@millrace/contract/api';
import { errorMessage } from '@millrace/node-kit/error-message';

/** Time limit of a check, so that a page with a dead dependency still loads. */
const maxCheckMs = 5000;

/** Runs a check, and measures it. */
export async function checkHealth(check: (signal: AbortSignal) => Promise<void>): Promise<Health> {
  const startedAtMs = performance.now();
  const signal = AbortSignal.timeout(maxCheckMs);
  const timeout = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => {
      reject(new Error(`No response within ${maxCheckMs / 1000} seconds`));
    });
  });
  let error = '';
  try {
    await Promise.race([check(signal), timeout]);
  } catch (reason) {
    error = describe(reason);
  }
  return { ok: error === '', error, ms: Math.round(performance.now() - startedAtMs) };
}

/** Errors of fetch and of the object stores contain the reason as their cause. */
function describe(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const text = cause ? `${errorMessage(error)}: ${errorMessage(cause)}` : errorMessage(error);
  return text.replaceAll(/\s+/g, ' ').trim() || 'Unknown error';
}
