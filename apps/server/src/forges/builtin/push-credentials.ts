import type { Clock } from '@millrace/node-kit/clock';
import { isSameText } from '../../shared/same-text.ts';
import type { Sealer } from '../../shared/sealer.ts';

/** Login of a step that pushes to the repository of its build. */
export const pushLogin = 'millrace-push';

export interface PushingStep {
  stageId: number;
  name: string;
}

/**
 * Creates and verifies signed passwords of steps that may push: `EXPIRES.STAGE.STEP.SIGNATURE`. Nothing is stored. By the
 * step, the server decides what may be pushed, and how long.
 */
export class PushPasswords {
  private readonly sealer: Sealer;
  private readonly clock: Clock;

  constructor(sealer: Sealer, clock: Clock) {
    this.sealer = sealer;
    this.clock = clock;
  }

  issue({ stageId, name }: PushingStep, lifeSec: number): string {
    const signed = `${this.clock.nowSec() + lifeSec}.${stageId}.${encode(name)}`;
    return `${signed}.${this.signatureOf(signed)}`;
  }

  /** Returns the step for which a password was issued; undefined if it is invalid. */
  findStep(password: string): PushingStep | undefined {
    const [expires, stageId, name, signature] = password.split('.');
    if (!stageId || !name || !signature || Number(expires) < this.clock.nowSec()) return undefined;
    const isValid = isSameText(signature, this.signatureOf(`${expires}.${stageId}.${name}`));
    return isValid ? { stageId: Number(stageId), name: decode(name) } : undefined;
  }

  private signatureOf(signed: string): string {
    return this.sealer.sign(`push-of-step ${signed}`);
  }
}

function encode(name: string): string {
  return Buffer.from(name).toString('base64url');
}

function decode(name: string): string {
  return Buffer.from(name, 'base64url').toString();
}
