import type { Clock } from '@millrace/node-kit/clock';
import { isSameText } from '../../shared/same-text.ts';
import type { Sealer } from '../../shared/sealer.ts';

/** Login of a build that clones its own repository, or another one that its builds may read. */
export const cloneLogin = 'millrace-build';

/**
 * Creates and verifies signed passwords of stages: `EXPIRES.STAGE.SIGNATURE`. Nothing is stored. By the stage, the server
 * decides what may be read, and how long.
 */
export class ClonePasswords {
  private readonly sealer: Sealer;
  private readonly clock: Clock;

  constructor(sealer: Sealer, clock: Clock) {
    this.sealer = sealer;
    this.clock = clock;
  }

  issue({ id, lifeSec }: { id: number; lifeSec: number }): string {
    const expires = this.clock.nowSec() + lifeSec;
    return `${expires}.${id}.${this.signatureOf(String(id), expires)}`;
  }

  /** Returns the id of the stage for which a password was issued; undefined if it is invalid. */
  findStage(password: string): number | undefined {
    const [expires, id, signature] = password.split('.');
    if (!id || !signature || Number(expires) < this.clock.nowSec()) return undefined;
    return isSameText(signature, this.signatureOf(id, Number(expires))) ? Number(id) : undefined;
  }

  private signatureOf(id: string, expires: number): string {
    return this.sealer.sign(`clone-of-stage ${id} ${expires}`);
  }
}
