import type { Clock } from '@millrace/node-kit/clock';
import { isSameText } from '../../shared/same-text.ts';
import type { Sealer } from '../../shared/sealer.ts';

/** Login of a step that pushes to the repository of its build. */
export const pushLogin = 'millrace-push';

/** No login contains a slash. */
const senderPrefix = `${pushLogin}/`;

/** Returns the sender of a push by a step, as the hook records it: `millrace-push/BUILD/STEP`. */
export function writePushingStep(build: number, step: string): string {
  return `${senderPrefix}${build}/${encodeURIComponent(step)}`;
}

/** Returns the number of the build and the step that pushed; undefined if it was a person. */
export function readPushingStep(sender: string): { build: string; step: string } | undefined {
  if (!sender.startsWith(senderPrefix)) return undefined;
  const [build = '', step = ''] = sender.slice(senderPrefix.length).split('/');
  return { build, step: decodeURIComponent(step) };
}

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
