import type { Clock } from '@millrace/node-kit/clock';
import { isSameText } from '../../shared/same-text.ts';
import type { Sealer } from '../../shared/sealer.ts';

/** Login of a build that clones its own repository. */
export const cloneLogin = 'millrace-build';

/**
 * Signed passwords that open one repository for reading until they expire; nothing is stored. They are bound
 * to the repository's own id: one that gets its name later is not theirs.
 */
export class ClonePasswords {
  private readonly sealer: Sealer;
  private readonly clock: Clock;

  constructor(sealer: Sealer, clock: Clock) {
    this.sealer = sealer;
    this.clock = clock;
  }

  issue(uid: string, lifeSec: number): string {
    const expires = this.clock.nowSec() + lifeSec;
    return `${expires}.${this.signatureOf(uid, expires)}`;
  }

  isValid(password: string, uid: string): boolean {
    const [expires, signature] = password.split('.');
    if (!signature || Number(expires) < this.clock.nowSec()) return false;
    return isSameText(signature, this.signatureOf(uid, Number(expires)));
  }

  private signatureOf(uid: string, expires: number): string {
    return this.sealer.sign(`clone ${uid} ${expires}`);
  }
}
