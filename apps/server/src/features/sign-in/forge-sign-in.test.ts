import { systemClock } from '@millrace/node-kit/clock';
import { createLogger } from '@millrace/node-kit/logger';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import type { SignedIn } from '../../forges/forge.ts';
import type { Ports } from '../../ports.ts';
import { forbidden } from '../../shared/errors.ts';
import { Sealer } from '../../shared/sealer.ts';
import { Admissions } from './admissions.ts';
import { ForgeSignIn } from './forge-sign-in.ts';
import { PendingSignIns, signInLifeSec } from './pending-sign-ins.ts';

const sealer = new Sealer(Buffer.alloc(32));
let server: TestServer;
let signIn: ForgeSignIn;
let now = 1000;
let admitAccount: Ports['admitAccount'];
const ada = { uid: '1', login: 'ada', name: 'Ada', email: 'ada@example.com', avatar: '' };
const signedIn: SignedIn = {
  account: ada,
  listOrganisations: async () => [],
  findKnown: async () => undefined,
  isTaken: async () => false,
  findLoginOf: async () => undefined,
  keepAccess: async () => {},
};
beforeAll(async () => {
  server = await startTestServer();
  const { users, userStore } = server.core;
  const clock = { ...systemClock, nowSec: () => now };
  signIn = new ForgeSignIn({
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
      ports: { admitAccount: (applicant) => admitAccount(applicant) },
      ...{ userStore, logger: createLogger('silent'), isFixedAdmin: () => false },
    }),
    admins: [],
  });
});
afterAll(() => server.stop());
beforeEach(() => {
  now = 1000;
  admitAccount = async () => undefined;
});

const answerTo = (state: string) => new URLSearchParams({ state, code: 'code' });

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
