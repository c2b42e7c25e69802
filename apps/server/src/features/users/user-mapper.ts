import type { User } from '@millrace/contract/api';
import type { UserRow } from '../../db/tables.ts';

export function toUserJson(row: UserRow): User {
  return {
    id: row.id,
    login: row.login,
    email: row.email,
    machine: row.machine === 1,
    admin: row.admin === 1,
    active: row.active === 1,
    avatar: row.avatar,
    syncing: row.syncing === 1,
    synced: row.synced,
    created: row.created,
    updated: row.updated,
    last_login: row.last_login,
  };
}
