import { TooManyError } from '@millrace/contract/api-errors';
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import type { SignInLimits } from '../config/sign-in-limits.ts';
import { addressKey } from '../shared/address-key.ts';
import type { CreateLimiter } from './attempt-limiter.ts';

const windowSec = 60;
/**
 * Attempts that each address has for a login after others have used up the limit of that login. Without them,
 * an attacker could lock out the owner. Guessing a password with them needs more addresses than an attacker
 * has.
 */
const reservedTries = 3;
/**
 * Wrong codes of a second factor that an account has in this time. A code has six digits and three are valid at a time, so a
 * person with the password guesses one in 160 days with a probability of one half.
 */
const codeTries = 5;
const codeWindowSec = 300;
/** Maximum length of a login. Longer values are truncated before they are stored as a key. */
const maxLoginLength = 50;

/** Limits the rate of password attempts. An attempt counts as a failure while it is being checked. */
export class SignInGuard {
  private readonly byAddress: RateLimiterAbstract;
  private readonly byLogin: RateLimiterAbstract;
  private readonly byBoth: RateLimiterAbstract;
  private readonly byCode: RateLimiterAbstract;

  constructor(
    limits: Pick<SignInLimits, 'attempts' | 'perAddress' | 'perLogin'>,
    createLimiter: CreateLimiter,
  ) {
    this.byAddress = createLimiter('address', limits.perAddress, windowSec);
    this.byLogin = createLimiter('login', limits.perLogin, windowSec);
    this.byBoth = createLimiter('both', limits.attempts, windowSec);
    this.byCode = createLimiter('code', codeTries, codeWindowSec);
  }

  /**
   * Checks an attempt. Successful attempts do not count.
   * @throws TooManyError (429) if there were too many attempts
   */
  async check<User>(
    login: string,
    address: string,
    attempt: () => Promise<User | null>,
  ): Promise<User | null> {
    const callerKey = addressKey(address);
    const name = foldLogin(login).slice(0, maxLoginLength);
    const both = `${callerKey} ${name}`;
    await consume(this.byAddress, callerKey);
    const { consumedPoints } = await consume(this.byBoth, both);
    await consume(this.byLogin, name).catch((refusal: unknown) => {
      if (consumedPoints > reservedTries) throw refusal;
    });
    const refund = async () => {
      await Promise.all([this.byAddress.reward(callerKey), this.byLogin.reward(name)]);
    };
    let user: User | null;
    try {
      user = await attempt();
    } catch (error) {
      // The attempt failed with an error, so the client did not learn whether the password was right.
      await Promise.all([refund(), this.byBoth.reward(both)]);
      throw error;
    }
    if (user) await Promise.all([refund(), this.byBoth.delete(both)]);
    return user;
  }

  /**
   * Checks a code of a second factor, after the password. Right passwords do not reset its limits, or they would allow any
   * number of guesses.
   * @throws TooManyError (429) if there were too many attempts
   */
  async checkCode<Kind>(
    userId: number,
    address: string,
    attempt: () => Promise<Kind | null>,
  ): Promise<Kind | null> {
    const callerKey = addressKey(address);
    const account = String(userId);
    await consume(this.byAddress, callerKey);
    await consume(this.byCode, account);
    const kind = await attempt();
    if (kind) await Promise.all([this.byAddress.reward(callerKey), this.byCode.delete(account)]);
    return kind;
  }
}

/** Directories ignore these differences, so other spellings of a login must not allow more guesses. */
function foldLogin(login: string): string {
  return login.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ');
}

async function consume(limiter: RateLimiterAbstract, key: string): Promise<RateLimiterRes> {
  try {
    return await limiter.consume(key);
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    const waitSec = Math.max(1, Math.ceil(error.msBeforeNext / 1000));
    const time = waitSec > windowSec ? `${Math.ceil(waitSec / 60)} minutes` : 'a minute';
    throw new TooManyError(`Too many attempts, please wait ${time}`, waitSec);
  }
}
