import type { Account } from '@millrace/contract/api';

/** Returns the accounts whose login or email contains the text. */
export function filterUsers(users: readonly Account[], filter: string): readonly Account[] {
  const text = filter.trim().toLowerCase();
  if (!text) return users;
  return users.filter(
    ({ login, email }) => login.toLowerCase().includes(text) || email.toLowerCase().includes(text),
  );
}
