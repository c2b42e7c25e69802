import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import type { SignInLimits } from '../config/sign-in-limits.ts';
import { addressKey } from '../shared/address-key.ts';
import { TooManyError } from '../shared/errors.ts';
import type { CreateLimiter } from './attempt-limiter.ts';

const windowSec = 60;
/**
 * Attempts that each address keeps after others used up those of a login. Otherwise they could lock out
 * its owner. Guessing this way needs more addresses than an attacker has.
 */
const triesWhateverOthersDo = 3;
/** Longer ones are no logins: the rest is not kept. */
const longestLogin = 50;

/** Slows down who guesses passwords. What is being checked counts already as a failure. */
export class SignInGuard {
  private readonly byAddress: RateLimiterAbstract;
  private readonly byLogin: RateLimiterAbstract;
  private readonly byBoth: RateLimiterAbstract;

  constructor(
    limits: Pick<SignInLimits, 'attempts' | 'perAddress' | 'perLogin'>,
    createLimiter: CreateLimiter,
  ) {
    this.byAddress = createLimiter('address', limits.perAddress, windowSec);
    this.byLogin = createLimiter('login', limits.perLogin, windowSec);
    this.byBoth = createLimiter('both', limits.attempts, windowSec);
  }

  /** Throws 429 where there were too many attempts; a success does not count. */
  async check<User>(
    login: string,
    address: string,
    attempt: () => Promise<User | null>,
  ): Promise<User | null> {
    const place = addressKey(address);
    const name = login.slice(0, longestLogin);
    const both = `${place} ${name}`;
    await take(this.byAddress, place);
    const { consumedPoints } = await take(this.byBoth, both);
    await take(this.byLogin, name).catch((refusal: unknown) => {
      if (consumedPoints > triesWhateverOthersDo) throw refusal;
    });
    const giveBack = async () => {
      await Promise.all([this.byAddress.reward(place), this.byLogin.reward(name)]);
    };
    let user: User | null;
    try {
      user = await attempt();
    } catch (error) {
      // Nobody learned whether it was right.
      await Promise.all([giveBack(), this.byBoth.reward(both)]);
      throw error;
    }
    if (user) await Promise.all([giveBack(), this.byBoth.delete(both)]);
    return user;
  }
}

async function take(limiter: RateLimiterAbstract, key: string): Promise<RateLimiterRes> {
  try {
    return await limiter.consume(key);
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    const waitSec = Math.max(1, Math.ceil(error.msBeforeNext / 1000));
    throw new TooManyError('Too many attempts, please wait a minute', waitSec);
  }
}
