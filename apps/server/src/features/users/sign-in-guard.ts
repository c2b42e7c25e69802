import { RateLimiterMemory } from 'rate-limiter-flexible';
import { AppError } from '../../shared/errors.ts';

const failuresAllowed = 10;
const windowSec = 60;

/** Slows down who guesses passwords: ten failures a minute for each login and address. */
export class SignInGuard {
  private readonly limiter = new RateLimiterMemory({
    points: failuresAllowed,
    duration: windowSec,
  });

  /** Throws 429 while there were too many failures; a success forgets them. */
  async check<User>(
    login: string,
    address: string,
    attempt: () => Promise<User | null>,
  ): Promise<User | null> {
    const key = `${address} ${login}`;
    const used = await this.limiter.get(key);
    if (used && used.consumedPoints >= failuresAllowed) {
      throw new AppError(429, 'Too many attempts, please wait a minute');
    }
    const user = await attempt();
    if (user) await this.limiter.delete(key);
    // The one that uses the last point up is answered like the others before it.
    else await this.limiter.consume(key).catch(() => {});
    return user;
  }
}
