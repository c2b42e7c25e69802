import { forbidden } from '@millrace/contract/api-errors';
import { systemClock } from '@millrace/node-kit/clock';
import { createLogger } from '@millrace/node-kit/logger';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { serverOfFile } from '../../../testing/server-of-file.ts';
import type { Contributions } from '../../contributions.ts';
import type { SignedIn } from '../../forges/forge.ts';
import { Sealer } from '../../shared/sealer.ts';
import { Admissions } from './admissions.ts';
import { ForgeSignIn } from './forge-sign-in.ts';
import { PendingSignIns, signInLifeSec } from './pending-sign-ins.ts';

const sealer = new Sealer(Buffer.alloc(32));
let now = 1000;
let admitAccount: Contributions['admitAccount'];
const ada = { uid: '1', login: 'ada', name: 'Ada', email: 'ada@example.com', avatar: '' };
const signedIn: SignedIn = {
  get account() {
    return ada;
  },
  listOrganisations: async () => [],
  findKnown: async () => undefined,
  isTaken: async () => false,
  findLoginOf: async () => undefined,
  keepAccess: async () => {},
};
const server = await serverOfFile();
const { users, userStore } = server.core;
const clock = { ...systemClock, nowSec: () => now };
const signIn = new ForgeSignIn({
  pages: {
    kind: 'oauth',
    authorizeUrl: async (state) => `https://git.example.com/?state=${state}`,
    exchange: async () => signedIn,
  },
  users,
  userStore,
  pendingSignIns: new PendingSignIns({ sealer, clock }),
  clock,
  rights: { apply: async () => {}, requireAllowed: async () => {} },
  admissions: new Admissions({
    contributed: { admitAccount: [(applicant) => admitAccount(applicant)] },
    userStore,
    logger: createLogger('silent'),
    isFixedAdmin: () => false,
  }),
  admins: [],
});
beforeEach(() => {
  now = 1000;
  admitAccount = async () => undefined;
});

const answerTo = (state: string) => new URLSearchParams({ state, code: 'code' });

it('gives an imported account to nobody until an admin has confirmed it', async () => {
  const { users, userStore } = server.core;
  const account = {
    login: 'ada',
    email: '',
    avatar: '',
    admin: true,
    machine: false,
    active: true,
    created: 1,
    lastLogin: 1,
  };
  const imported = await users.addImported(account, '');
  const begun = await signIn.begin('/');
  await expect(signIn.end(answerTo(begun.state), begun.cookie)).rejects.toThrow(
    'The account ada was imported, and its login may have belonged to another person',
  );
  await userStore.update(imported?.id ?? 0, { unconfirmed: false });
  const { state, cookie } = await signIn.begin('/');
  expect((await signIn.end(answerTo(state), cookie)).user.id).toBe(imported?.id);
  await server.core.db.deleteFrom('users').execute();
});

it.each(['', '..', 'a b', 'a/b', '<b>', 'a\u0000', 'a\u202Eb'])(
  'creates no account with the login %j of a forge',
  async (login) => {
    const account = vi.spyOn(signedIn, 'account', 'get');
    onTestFinished(() => account.mockRestore());
    account.mockReturnValue({ ...ada, login });
    const { state, cookie } = await signIn.begin('/');
    await expect(signIn.end(answerTo(state), cookie)).rejects.toThrow('invalid login');
  },
);

it('creates no account for a person whom an extension refuses', async () => {
  const { state, cookie } = await signIn.begin('/');
  admitAccount = async ({ id, login }) => Promise.reject(forbidden(`no ${id} ${login}`));
  await expect(signIn.end(answerTo(state), cookie)).rejects.toThrow('no 0 ada');
  expect(await server.core.userStore.findByLogin('ada')).toBeUndefined();
});

it('completes a sign-in that this browser started, within the time limit', async () => {
  const { state, cookie } = await signIn.begin('/ada/app');
  now += signInLifeSec;
  const { user, returnTo } = await signIn.end(answerTo(state), cookie);
  expect([user.login, returnTo]).toEqual(['ada', '/ada/app']);
});

type Begun = { state: string; cookie: string | undefined; laterSec: number };

it.each<[string, Partial<Begun>]>([
  ['comes too late', { laterSec: signInLifeSec + 1 }],
  ['brings another state', { state: 'other' }],
  ['brings no state', { state: '' }],
  ['was started in another browser', { cookie: undefined }],
  ['has a cookie that this server did not encrypt', { cookie: 'AAAA'.repeat(20) }],
  ['has a cookie of a version that stored other fields', { cookie: sealer.seal('{"state":1}') }],
])('rejects a sign-in that %s', async (_, change) => {
  const begun = await signIn.begin('/');
  const { state, cookie, laterSec } = { ...begun, laterSec: 0, ...change };
  now += laterSec;
  await expect(signIn.end(answerTo(state), cookie)).rejects.toThrow(
    'The sign-in was started in another browser or has expired. Please try again.',
  );
});

it('applies the role that an extension gives', async () => {
  const asked: number[] = [];
  for (const admin of [true, false]) {
    const { state, cookie } = await signIn.begin('/');
    admitAccount = async ({ id }) => {
      asked.push(id);
      return admin;
    };
    const { user, changes } = await signIn.end(answerTo(state), cookie);
    expect([user.admin, changes]).toEqual([admin, { admin }]);
  }
  expect(asked).not.toContain(0);
});
