import { timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../shared/clock.ts';
import type { Sealer } from '../../shared/sealer.ts';

/** Login of a build that clones its own repository. */
export const cloneLogin = 'millrace-build';

/** Signed passwords that open one repository for reading until they expire; nothing is stored. */
export class ClonePasswords {
  private readonly sealer: Sealer;
  private readonly clock: Clock;

  constructor(sealer: Sealer, clock: Clock) {
    this.sealer = sealer;
    this.clock = clock;
  }

  issue(slug: string, lifeSec: number): string {
    const expires = this.clock.nowSec() + lifeSec;
    return `${expires}.${this.signatureOf(slug, expires)}`;
  }

  isValid(password: string, slug: string): boolean {
    const [expires, signature] = password.split('.');
    if (!signature || Number(expires) < this.clock.nowSec()) return false;
    const expected = Buffer.from(this.signatureOf(slug, Number(expires)));
    const actual = Buffer.from(signature);
    return actual.length === expected.length && timingSafeEqual(actual, expected);
  }

  private signatureOf(slug: string, expires: number): string {
    return this.sealer.sign(`clone ${slug} ${expires}`);
  }
}
