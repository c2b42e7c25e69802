import type { Clock } from '@millrace/node-kit/clock';
import type { Sealer } from '../../shared/sealer.ts';

/** Access that a token gives: to the artifacts of one step, as one account may read them. */
interface ReportAccess {
  stepId: number;
  /** Null for a guest. */
  viewerId: number | null;
}

/**
 * Names the artifacts of one step in an address that needs no credentials: scripts of a page in an opaque origin
 * cannot send the session cookie of the viewer, and must not.
 */
export class ReportTokens {
  private readonly sealer: Sealer;
  private readonly clock: Clock;
  private readonly validMs: number;

  constructor(sealer: Sealer, clock: Clock, validMs: number) {
    this.sealer = sealer.derive('report addresses');
    this.clock = clock;
    this.validMs = validMs;
  }

  create({ stepId, viewerId }: ReportAccess): string {
    const expires = this.clock.nowSec() + this.validMs / 1000;
    const encrypted = this.sealer.seal([stepId, viewerId ?? 0, expires].join(' '));
    return Buffer.from(encrypted, 'base64').toString('base64url');
  }

  /** Returns undefined if this server did not create the token. */
  read(token: string): (ReportAccess & { isExpired: boolean }) | undefined {
    const text = this.sealer.tryOpen(Buffer.from(token, 'base64url').toString('base64'));
    const [stepId = 0, viewerId = 0, expires = 0] = text?.split(' ').map(Number) ?? [];
    if (!stepId) return undefined;
    return { stepId, viewerId: viewerId || null, isExpired: expires <= this.clock.nowSec() };
  }
}
