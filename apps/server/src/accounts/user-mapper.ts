import type { Account, CurrentUser, User as UserJson } from '@millrace/contract/api';
import type { User } from '../domain/user.ts';

export function toUserJson(user: User): UserJson {
  return {
    id: user.id,
    login: user.login,
    email: user.email,
    machine: user.machine,
    admin: user.admin,
    ...(user.auditor && { auditor: true }),
    active: user.active,
    avatar: user.avatar,
    syncing: user.syncing,
    synced: user.synced,
    created: user.created,
    updated: user.updated,
    last_login: user.lastLogin,
  };
}

/** Includes the fields that only the account itself may see. */
export function toCurrentUserJson(user: User): CurrentUser {
  return { ...toUserJson(user), has_password: user.passwordHash !== null };
}

/** Includes the fields that only system admins may see. */
export function toAccountJson(user: User): Account {
  const { accessEnded: since, accessEndedReason: reason, accessEndedDetail: detail } = user;
  return {
    ...toUserJson(user),
    ...(user.unconfirmed && { unconfirmed: true }),
    ...(since && reason && { access_ended: { since, reason, detail } }),
  };
}
