import type { User } from './user.ts';

/** A person who signs in, or whose account is about to be created. A new account has the id 0. */
export type Applicant = Pick<
  User,
  'id' | 'login' | 'email' | 'avatar' | 'admin' | 'machine' | 'active'
> &
  Partial<Pick<User, 'syncing' | 'synced' | 'created' | 'updated' | 'lastLogin'>>;

/** Describes an account that does not exist yet. */
export function newApplicant(
  account: Pick<Applicant, 'login'> &
    Partial<Pick<Applicant, 'email' | 'avatar' | 'admin' | 'machine'>>,
): Applicant {
  return { id: 0, email: '', avatar: '', admin: false, machine: false, active: true, ...account };
}
