import type { Account } from '@millrace/contract/api';

/** Those whose login or address has this text. */
export function filterUsers(users: readonly Account[], filter: string): readonly Account[] {
  const text = filter.trim().toLowerCase();
  if (!text) return users;
  return users.filter(
    ({ login, email }) => login.toLowerCase().includes(text) || email.toLowerCase().includes(text),
  );
}
