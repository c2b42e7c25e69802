import { createHash } from 'node:crypto';
import type { SecondFactor as SecondFactorJson } from '@millrace/contract/api';
import type { Clock } from '@millrace/node-kit/clock';
import { generatePassword } from '../../accounts/generate-password.ts';
import type {
  SecondFactorChecks,
  SecondFactorState,
  TotpProposal,
} from '../../domain/second-factor.ts';
import type { User } from '../../domain/user.ts';
import type { Sealer } from '../../shared/sealer.ts';
import type { SecondFactorStore } from './second-factor-store.ts';
import { findTotpStep, proposeTotp } from './totp.ts';

const recoveryCodeCount = 10;

interface Deps {
  store: SecondFactorStore;
  sealer: Sealer;
  clock: Clock;
  /** Whether accounts with a password must have a second factor. */
  isRequired: boolean;
  publicUrl: () => string;
}

/** Checks, sets up and removes the second factor of accounts. */
export class SecondFactorService implements SecondFactorChecks {
  private readonly deps: Deps;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  async stateOf(user: User): Promise<SecondFactorState> {
    // Providers and directories have factors of their own.
    if (user.passwordHash === null) return 'off';
    if (await this.deps.store.find(user.id)) return 'on';
    return this.deps.isRequired ? 'missing' : 'off';
  }

  async describe({ id }: User): Promise<SecondFactorJson> {
    const { store, isRequired } = this.deps;
    const factor = await store.find(id);
    return {
      on: factor !== undefined,
      required: isRequired,
      created: factor?.created ?? 0,
      recovery_codes: await store.countRecoveryCodes(id),
    };
  }

  propose(user: User): TotpProposal {
    const { hostname } = new URL(this.deps.publicUrl());
    return proposeTotp(`Millrace ${hostname}`, user.login);
  }

  async check({ id }: User, text: string): Promise<'totp' | 'recovery_code' | null> {
    const { store, sealer, clock } = this.deps;
    const factor = await store.find(id);
    if (!factor) return null;
    const code = text.replace(/\s/g, '');
    if (!/^\d{6}$/.test(code)) {
      return (await store.useRecoveryCode(id, hashOf(code))) ? 'recovery_code' : null;
    }
    const step = findTotpStep(sealer.open(factor.secretSealed), code, clock.nowMs());
    return step !== null && (await store.useStep(id, step)) ? 'totp' : null;
  }

  async setUp({ id }: User, secret: string, text: string): Promise<string[] | null> {
    const { store, sealer, clock } = this.deps;
    // The code is used up: it must not sign in as well.
    const lastStep = findTotpStep(secret, text.replace(/\s/g, ''), clock.nowMs());
    if (lastStep === null) return null;
    const codes = makeRecoveryCodes();
    const factor = { secretSealed: sealer.seal(secret), created: clock.nowSec(), lastStep };
    await store.insert(id, factor, codes.map(hashOf));
    return codes;
  }

  async renewRecoveryCodes({ id }: User): Promise<string[]> {
    const codes = makeRecoveryCodes();
    await this.deps.store.replaceRecoveryCodes(id, codes.map(hashOf));
    return codes;
  }

  /** @throws AppError (404) if the account has no second factor */
  remove({ id }: Pick<User, 'id'>): Promise<void> {
    return this.deps.store.delete(id);
  }
}

function makeRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, generatePassword);
}

/** The codes are random, so a fast hash is enough. People may type them in upper case. */
function hashOf(code: string): string {
  return createHash('sha256').update(code.toLowerCase()).digest('hex');
}
