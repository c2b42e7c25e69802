import type { AccessEndReason } from '@millrace/contract/vocabulary';
import { systemClock } from '@millrace/node-kit/clock';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AccountAccess } from './account-access.ts';
import {
  AccountBlockedError,
  ForgeAwayError,
  ForgeRefusedError,
  ForgeSignInError,
  TokenRefusedError,
} from './forge-errors.ts';
import type { ForgeIdentity } from './identity-store.ts';

const now = 1_000_000;
let identity: ForgeIdentity;
const ended: [number, AccessEndReason][] = [];
const refresh = vi.fn();
const findAccount = vi.fn();
const access = new AccountAccess({
  // Fake store without a database.
  identities: {
    find: async () => identity,
    save: async (changed) => {
      identity = { ...identity, ...changed };
    },
  },
  oauth: { refresh },
  clock: { ...systemClock, nowSec: () => now },
  runExclusively: (_, job) => job(),
  findAccount,
  onEnded: async (userId, { reason }) => {
    ended.push([userId, reason]);
  },
});

const identityWith = (expires: number, token = 'refresh'): ForgeIdentity => ({
  userId: 7,
  forge: 'gitea',
  uid: '1',
  tokens: { access: 'old', refresh: token, expires },
  isInvited: false,
  isEnded: false,
});
const renewed = { access: 'new', refresh: 'next', expires: now + 3600 };

beforeEach(() => {
  ended.length = 0;
  findAccount.mockReset();
  refresh.mockReset();
  refresh.mockImplementation(async () => renewed);
});

describe('access token of an account', () => {
  it.each([
    ['without expiry', 0, 'old'],
    ['valid for an hour', now + 3600, 'old'],
    ['about to expire', now + 60, 'new'],
    ['expired', now - 60, 'new'],
  ])('is used or refreshed: %s', async (_, expires, used) => {
    identity = identityWith(expires);
    expect(await access.use(7, async (token) => token)).toBe(used);
  });

  it('is refreshed once for concurrent calls', async () => {
    identity = identityWith(now - 60);
    const gate = Promise.withResolvers<typeof renewed>();
    refresh.mockReturnValue(gate.promise);
    const uses = Array.from({ length: 10 }, () => access.use(7, async (token) => token));
    gate.resolve(renewed);
    expect(await Promise.all(uses)).toEqual(Array(10).fill('new'));
    expect(refresh.mock.calls).toEqual([['refresh']]);
    expect(identity.tokens).toEqual(renewed);
  });

  it('is refreshed when the forge rejects it before it expires', async () => {
    identity = identityWith(now + 3600);
    const used: string[] = [];
    const answer = await access.use(7, async (token) => {
      used.push(token);
      if (token === 'old') throw new TokenRefusedError();
      return 'done';
    });
    expect([answer, used, ended]).toEqual(['done', ['old', 'new'], []]);
  });

  it('is deleted when the refresh is rejected', async () => {
    identity = identityWith(now - 60);
    refresh.mockRejectedValue(new ForgeSignInError());
    await expect(access.use(7, async (token) => token)).rejects.toThrow(ForgeSignInError);
    expect([identity.tokens, ended]).toEqual([null, [[7, 'revoked']]]);
  });

  const refuse = async () => {
    throw new TokenRefusedError();
  };

  it.each([
    ['cannot be refreshed', ''],
    ['was refreshed', 'refresh'],
  ])(
    'ends the rights of the account when the forge keeps rejecting a token that %s',
    async (_, token) => {
      identity = identityWith(now + 3600, token);
      findAccount.mockImplementation(refuse);
      await expect(access.use(7, refuse)).rejects.toThrow(ForgeSignInError);
      expect(ended).toEqual([[7, 'revoked']]);
      // The tokens are kept, in case it was an error of the forge.
      expect(identity.tokens).not.toBeNull();
    },
  );

  it('survives one rejection if it cannot be refreshed', async () => {
    identity = identityWith(0, '');
    const act = vi.fn(async () => 'done').mockImplementationOnce(refuse);
    expect([await access.use(7, act), ended]).toEqual(['done', []]);
  });

  it('survives a call rejected with 401 if the forge still accepts the account', async () => {
    identity = identityWith(now + 3600);
    await expect(access.use(7, refuse)).rejects.toThrow(ForgeRefusedError);
    expect([findAccount.mock.calls, ended]).toEqual([[['new']], []]);
  });

  it('ends the rights of the account when the forge has blocked it', async () => {
    identity = identityWith(0);
    const act = async () => {
      throw new AccountBlockedError('suspended');
    };
    await expect(access.use(7, act)).rejects.toThrow(ForgeSignInError);
    expect(ended).toEqual([[7, 'blocked']]);
  });

  it('is used only for checks once the rights of the account have ended', async () => {
    identity = { ...identityWith(0), isEnded: true };
    await expect(access.use(7, async (token) => token)).rejects.toThrow(ForgeSignInError);
    expect(await access.useEvenIfEnded(7, async (token) => token)).toBe('old');
  });

  it('remains while the forge is not available', async () => {
    identity = identityWith(now - 60);
    refresh.mockImplementation(async () => {
      throw new ForgeAwayError();
    });
    await expect(access.use(7, async (token) => token)).rejects.toThrow(ForgeAwayError);
    expect([identity.tokens?.access, ended]).toEqual(['old', []]);
  });
});
