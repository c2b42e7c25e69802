import type { User } from '../../domain/user.ts';
import { Port } from '../../port.ts';

export interface SecondFactorPort {
  /** Removes the second factor of an account. Returns false if it has none. */
  removeSecondFactor: (user: Pick<User, 'id'>) => Promise<boolean>;
}

export const secondFactorPort = new Port<SecondFactorPort>('second-factor');
