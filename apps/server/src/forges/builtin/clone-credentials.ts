import type { Clock } from '@millrace/node-kit/clock';
import { isSameText } from '../../shared/same-text.ts';
import type { Sealer } from '../../shared/sealer.ts';

/** Login of a build that clones its own repository. */
export const cloneLogin = 'millrace-build';

/**
 * Creates and verifies signed passwords that grant read access to one repository until they expire. Nothing
 * is stored. They are bound to the repository's id: a later repository with the same name is not accessible.
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
