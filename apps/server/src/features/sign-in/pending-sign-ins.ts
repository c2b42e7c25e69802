import { randomBytes } from 'node:crypto';
import { forbidden } from '@millrace/contract/api-errors';
import type { Clock } from '@millrace/node-kit/clock';
import { parseJson } from '@millrace/node-kit/parse-json';
import { z } from 'zod/mini';
import type { Sealer } from '../../shared/sealer.ts';

/** Time to enter a password and a second factor, and to confirm the access. */
export const signInLifeSec = 15 * 60;

const pendingSignIn = z.object({
  state: z.string(),
  verifier: z.string(),
  nonce: z.string(),
  returnTo: z.string(),
  until: z.number(),
});
/** A sign-in on the pages of a forge or a provider. */
export type PendingSignIn = z.infer<typeof pendingSignIn>;

/**
 * Stores sign-ins in progress, encrypted in a cookie of the browser. So only this browser can complete one,
 * on any server.
 */
export class PendingSignIns {
  private readonly sealer: Sealer;
  private readonly clock: Clock;

  constructor({ sealer, clock }: { sealer: Sealer; clock: Clock }) {
    this.sealer = sealer;
    this.clock = clock;
  }

  begin(returnTo: string): { pending: PendingSignIn; cookie: string } {
    const pending = {
      state: randomBytes(16).toString('base64url'),
      verifier: randomBytes(32).toString('base64url'),
      nonce: randomBytes(16).toString('base64url'),
      returnTo,
      until: this.clock.nowSec() + signInLifeSec,
    };
    return { pending, cookie: this.sealer.seal(JSON.stringify(pending)) };
  }

  /**
   * Returns the sign-in that this browser started.
   *
   * @throws AppError if it was started in another browser, is already completed, or has expired
   */
  require(answer: URLSearchParams, cookie: string | undefined): PendingSignIn {
    const text = cookie && this.sealer.tryOpen(cookie);
    const pending = text && parseJson(pendingSignIn, text);
    if (!pending || answer.get('state') !== pending.state || pending.until < this.clock.nowSec()) {
      throw forbidden(
        'The sign-in was started in another browser or has expired. Please try again.',
      );
    }
    return pending;
  }
}
