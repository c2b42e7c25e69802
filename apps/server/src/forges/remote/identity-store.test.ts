import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { serverOfFile } from '../../../testing/server-of-file.ts';
import type { AccessEnd } from '../../domain/user.ts';
import { Sealer } from '../../shared/sealer.ts';
import { IdentityStore } from './identity-store.ts';

const now = 1_700_000_000;
const day = 24 * 60 * 60;
const tokens = { access: 'access', refresh: '', expires: 0 };

const server = await serverOfFile();
const sealer = new Sealer(randomBytes(32));
const identities = new IdentityStore(server.core.db, sealer);

async function addAccount(
  login: string,
  { end, endedSec = 0, hasTokens = true }: Partial<Ended> = {},
): Promise<number> {
  const { id } = await server.addUser(login);
  const isInvited = false;
  const held = hasTokens ? tokens : null;
  await identities.save({ userId: id, forge: 'gitea', uid: login, tokens: held, isInvited });
  if (end) await server.core.userStore.markAccess(id, end, endedSec);
  return id;
}

interface Ended {
  end: AccessEnd;
  endedSec: number;
  hasTokens: boolean;
}

it('lists every account that has rights or may regain them for a check', async () => {
  const revoked: AccessEnd = { reason: 'revoked', detail: '' };
  const blocked: AccessEnd = { reason: 'blocked', detail: '' };
  const due = [
    await addAccount('healthy'),
    await addAccount('tokenless', { hasTokens: false }),
    await addAccount('blocked', { end: blocked, endedSec: now - 100 * day }),
    await addAccount('just-revoked', { end: revoked, endedSec: now - day + 1 }),
  ];
  await addAccount('revoked', { end: revoked, endedSec: now - day });
  await addAccount('gone', { end: revoked, endedSec: now - 1, hasTokens: false });
  expect(await identities.listDue('gitea', now, now, 100)).toEqual(due);
  expect(await identities.listDue('github', now, now, 100)).toEqual([]);
  expect(await identities.count('gitea')).toBe(6);
  await identities.setChecked(due[0] ?? 0, now);
  const [last, ...others] = [due[0], ...due.slice(1)];
  expect(await identities.listDue('gitea', now, now, 100)).toEqual([...others, last]);
  expect(await identities.listDue('gitea', now - 1, now, 2)).toEqual(others.slice(0, 2));
});

it('records invitations and ended rights', async () => {
  const id = await addAccount('invited');
  await identities.save({ userId: id, forge: 'gitea', uid: 'invited', tokens, isInvited: true });
  expect(await identities.find(id)).toMatchObject({ isInvited: true, isEnded: false, tokens });
  const { userStore } = server.core;
  const end: AccessEnd = { reason: 'blocked', detail: 'suspended' };
  expect(await userStore.markAccess(id, end, now)).toBe(true);
  expect(await userStore.markAccess(id, end, now + 5)).toBe(false);
  expect(await identities.find(id)).toMatchObject({ isEnded: true });
  expect(await userStore.findById(id)).toMatchObject({
    accessEnded: now,
    accessEndedReason: 'blocked',
    accessEndedDetail: 'suspended',
  });
  expect(await userStore.markAccess(id, null, now)).toBe(true);
  expect(await identities.find(id)).toMatchObject({ isEnded: false });
});

async function storeTokens(userId: number, text: string): Promise<void> {
  const changed = { tokens_sealed: sealer.seal(text) };
  const identity = server.core.db.updateTable('forge_identities').set(changed);
  await identity.where('user_id', '=', userId).execute();
}

it('treats unreadable tokens as revoked', async () => {
  const id = await addAccount('newer');
  await storeTokens(id, '{"access":"a"}');
  expect((await identities.find(id))?.tokens).toBeNull();
});
