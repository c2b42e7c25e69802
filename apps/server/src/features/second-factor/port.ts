import type { User } from '../../domain/user.ts';
import { Port } from '../../port.ts';

export interface SecondFactorPort {
  /** Removes the second factor of an account. */
  removeSecondFactor: (user: Pick<User, 'id'>) => Promise<void>;
}

export const secondFactorPort = new Port<SecondFactorPort>('second-factor');
