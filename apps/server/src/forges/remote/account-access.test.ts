import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AccountAccess } from './account-access.ts';
import { ForgeAwayError, ForgeSignInError, TokenRefusedError } from './forge-errors.ts';
import type { ForgeIdentity, IdentityStore } from './identity-store.ts';

const now = 1_000_000;
let identity: ForgeIdentity;
const revoked: number[] = [];
const refresh = vi.fn();
const access = new AccountAccess({
  // What the store keeps, without the database.
  identities: {
    find: async () => identity,
    save: async (changed: ForgeIdentity) => {
      identity = changed;
    },
  } as unknown as IdentityStore,
  oauth: { refresh },
  clock: { nowSec: () => now },
  hold: (_, job) => job(),
  onRevoked: async (userId) => {
    revoked.push(userId);
  },
});

const holding = (expires: number, token = 'refresh'): ForgeIdentity => ({
  userId: 7,
  forge: 'gitea',
  uid: '1',
  tokens: { access: 'old', refresh: token, expires },
});
const renewed = { access: 'new', refresh: 'next', expires: now + 3600 };

beforeEach(() => {
  revoked.length = 0;
  refresh.mockReset();
  refresh.mockImplementation(async () => renewed);
});

describe('the access of an account', () => {
  it.each([
    ['does not end', 0, 'old'],
    ['lasts', now + 3600, 'old'],
    ['ends soon', now + 60, 'new'],
    ['has ended', now - 60, 'new'],
  ])('that %s', async (_, expires, used) => {
    identity = holding(expires);
    expect(await access.use(7, async (token) => token)).toBe(used);
  });

  it('is renewed once for all who need it at a time', async () => {
    identity = holding(now - 60);
    const gate = Promise.withResolvers<typeof renewed>();
    refresh.mockReturnValue(gate.promise);
    const uses = Array.from({ length: 10 }, () => access.use(7, async (token) => token));
    gate.resolve(renewed);
    expect(await Promise.all(uses)).toEqual(Array(10).fill('new'));
    expect(refresh.mock.calls).toEqual([['refresh']]);
    expect(identity.tokens).toEqual(renewed);
  });

  it('is renewed when the forge refuses it before its time', async () => {
    identity = holding(now + 3600);
    const used: string[] = [];
    const answer = await access.use(7, async (token) => {
      used.push(token);
      if (token === 'old') throw new TokenRefusedError();
      return 'done';
    });
    expect([answer, used, revoked]).toEqual(['done', ['old', 'new'], []]);
  });

  it.each([
    ['cannot be renewed', holding(now - 60, ''), renewed],
    ['is not renewed', holding(now - 60), new ForgeSignInError()],
  ])('ends when it %s', async (_, held, answer) => {
    identity = held;
    refresh.mockImplementation(async () => {
      if (answer instanceof Error) throw answer;
      return answer;
    });
    await expect(access.use(7, async (token) => token)).rejects.toThrow(ForgeSignInError);
    expect([identity.tokens, revoked]).toEqual([null, [7]]);
  });

  it('ends when the forge refuses the renewed one too', async () => {
    identity = holding(now + 3600);
    const act = async () => {
      throw new TokenRefusedError();
    };
    await expect(access.use(7, act)).rejects.toThrow(ForgeSignInError);
    expect([identity.tokens, revoked]).toEqual([null, [7]]);
  });

  it('stays while the forge is away', async () => {
    identity = holding(now - 60);
    refresh.mockImplementation(async () => {
      throw new ForgeAwayError();
    });
    await expect(access.use(7, async (token) => token)).rejects.toThrow(ForgeAwayError);
    expect([identity.tokens?.access, revoked]).toEqual(['old', []]);
  });
});
