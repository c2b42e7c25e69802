import { createHash } from 'node:crypto';
import { AppError, badRequest, forbidden } from '@millrace/contract/api-errors';
import type { Clock } from '@millrace/node-kit/clock';
import { parseJson } from '@millrace/node-kit/parse-json';
import { z } from 'zod/mini';
import type { SignInGuard } from '../../accounts/sign-in-guard.ts';
import type { UserService } from '../../accounts/user-service.ts';
import type { Contributed } from '../../contributions.ts';
import type {
  SecondFactorChecks,
  SecondFactorState,
  TotpProposal,
} from '../../domain/second-factor.ts';
import type { User } from '../../domain/user.ts';
import type { Sealer } from '../../shared/sealer.ts';
import type { SignedInUser } from './session-replies.ts';

/** Time to find the telephone, or to install an app. */
export const secondFactorLifeSec = 15 * 60;

const pending = z.object({
  userId: z.number(),
  /** Digest of the hash of the password, which must not have changed. */
  password: z.string(),
  changes: z.record(z.string(), z.boolean()),
  returnTo: z.string(),
  until: z.number(),
  /** Proposed secret during the set-up. */
  secret: z.optional(z.string()),
});
type Pending = z.infer<typeof pending>;

/** A sign-in whose password was right. */
export interface ProvedPassword {
  user: User;
  pending: Pending;
}

interface Deps {
  users: Pick<UserService, 'findById'>;
  signInGuard: Pick<SignInGuard, 'checkCode'>;
  contributed: Pick<Contributed, 'secondFactor'>;
  sealer: Sealer;
  clock: Pick<Clock, 'nowSec'>;
}

/**
 * The second step of a sign-in with a password. Between the steps, the browser has an encrypted cookie that says whose
 * password was right, so any server can continue.
 */
export class SecondFactorSignIn {
  private readonly deps: Deps;
  private readonly sealer: Sealer;

  constructor(deps: Deps) {
    this.deps = deps;
    this.sealer = deps.sealer.derive('second factor');
  }

  /** Returns what the account needs after its password. */
  async stateOf(user: User): Promise<SecondFactorState> {
    const [factors] = this.deps.contributed.secondFactor;
    return factors ? factors.stateOf(user) : 'off';
  }

  /** Returns the cookie of a sign-in whose password was right. */
  begin({ user, changes }: SignedInUser, returnTo: string): string {
    return this.sealer.seal(
      JSON.stringify({
        userId: user.id,
        password: digestOf(user),
        changes,
        returnTo,
        until: this.deps.clock.nowSec() + secondFactorLifeSec,
      }),
    );
  }

  /** @throws AppError (403) if the password must be entered again */
  async require(cookie: string | undefined): Promise<ProvedPassword> {
    const text = cookie && this.sealer.tryOpen(cookie);
    const found = text ? parseJson(pending, text) : undefined;
    const user = found && (await this.deps.users.findById(found.userId));
    const isValid = found && user?.active && found.password === digestOf(user);
    if (!isValid || found.until < this.deps.clock.nowSec()) {
      throw forbidden('The sign-in has expired. Please enter your password again.');
    }
    return { user, pending: found };
  }

  /** Completes a sign-in with a code. Returns null if it is wrong. */
  async complete(
    { user, pending }: ProvedPassword,
    code: string,
    address: string,
  ): Promise<SignedInUser | null> {
    const factors = this.requireFactors();
    const kind = await this.deps.signInGuard.checkCode(user.id, address, () =>
      factors.check(user, code),
    );
    if (!kind) return null;
    const changes = { ...pending.changes, second_factor: kind };
    return { user, credential: 'password', changes };
  }

  /** Proposes a secret. Returns it with the cookie that remembers it. */
  async propose({ user, pending }: ProvedPassword): Promise<TotpProposal & { cookie: string }> {
    await this.requireMissing(user);
    const proposal = this.requireFactors().propose(user);
    const { secret } = proposal;
    return { ...proposal, cookie: this.sealer.seal(JSON.stringify({ ...pending, secret })) };
  }

  /**
   * Stores the proposed secret. Returns the recovery codes.
   *
   * @throws AppError (400) if the code is wrong
   */
  async setUp({ user, pending }: ProvedPassword, code: string): Promise<string[]> {
    await this.requireMissing(user);
    const { secret } = pending;
    const codes = secret && (await this.requireFactors().setUp(user, secret, code));
    if (!codes) throw badRequest('The code is wrong. Check the clock of the device');
    return codes;
  }

  private async requireMissing(user: User): Promise<void> {
    if ((await this.stateOf(user)) !== 'missing') {
      throw new AppError(409, 'The account has a second factor already. Please sign in again.');
    }
  }

  private requireFactors(): SecondFactorChecks {
    const [factors] = this.deps.contributed.secondFactor;
    if (!factors) throw forbidden('This server has no second factors');
    return factors;
  }
}

function digestOf({ passwordHash }: User): string {
  return createHash('sha256')
    .update(passwordHash ?? '')
    .digest('base64url');
}
