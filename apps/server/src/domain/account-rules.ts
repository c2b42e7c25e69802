/** Properties of an account that the rules depend on. */
interface Account {
  id: number;
  isAdmin: boolean;
  isActive: boolean;
}

/** Changes that a system admin can make to an account. */
export type AccountChange =
  | { kind: 'delete' }
  | { kind: 'update'; admin?: boolean | undefined; active?: boolean | undefined };

/**
 * Returns why a change is rejected, or null. System admins cannot lock themselves out, and the last one
 * cannot be removed.
 */
export function refuseAccountChange(
  actor: Pick<Account, 'id'>,
  account: Account,
  change: AccountChange,
  activeAdmins: number,
): string | null {
  const losesAdmin = change.kind === 'delete' || change.admin === false;
  const losesAccess = change.kind === 'delete' || change.active === false;
  if (account.id === actor.id && (losesAdmin || losesAccess)) {
    return change.kind === 'delete'
      ? 'You cannot delete your own account'
      : 'You cannot remove your own admin role or access';
  }
  const isActiveAdmin = account.isAdmin && account.isActive;
  if (isActiveAdmin && activeAdmins <= 1 && (losesAdmin || losesAccess)) {
    return 'The last system admin cannot be removed';
  }
  return null;
}
