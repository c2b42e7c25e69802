import { codec, flag } from '../db/codec.ts';
import type { UserRow } from '../db/tables.ts';
import type { User } from '../domain/user.ts';

export const userCodec = codec<UserRow, User>({
  id: 'id',
  login: 'login',
  email: 'email',
  name: 'name',
  avatar: 'avatar',
  machine: flag('machine'),
  admin: flag('admin'),
  auditor: flag('auditor'),
  active: flag('active'),
  passwordHash: 'password_hash',
  tokenHash: 'token_hash',
  tokenSealed: 'token_sealed',
  syncing: flag('syncing'),
  synced: 'synced',
  created: 'created',
  updated: 'updated',
  lastLogin: 'last_login',
  unconfirmed: flag('unconfirmed'),
  accessEnded: 'access_ended',
  accessEndedReason: 'access_ended_reason',
  accessEndedDetail: 'access_ended_detail',
});
