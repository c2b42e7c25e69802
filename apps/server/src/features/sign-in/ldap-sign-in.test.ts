import { skipIf } from '@millrace/test-support/skip-if';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type LdapTestServer,
  ldapService,
  missingLdap,
  startLdapServer,
} from '../../../testing/ldap-server.ts';
import {
  bearer,
  password,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts';

const person = (uid: string) => `
dn: uid=${uid},dc=example,dc=com
objectClass: inetOrgPerson
uid: ${uid}
cn: ${uid} of Example
sn: Example
mail: ${uid}@example.com
userPassword: password of ${uid}
`;
const group = (cn: string, ...members: string[]) => `
dn: cn=${cn},dc=example,dc=com
objectClass: groupOfNames
cn: ${cn}
${members.map((uid) => `member: uid=${uid},dc=example,dc=com`).join('\n')}
`;

// A reason to skip is shown as the title.
describe(`sign-in with LDAP${missingLdap ? `: ${missingLdap}` : ''}`, skipIf(missingLdap), () => {
  let ldap: LdapTestServer;
  let server: TestServer;
  beforeAll(async () => {
    ldap = await startLdapServer(
      [
        ...['ada', 'bob', 'carl'].map(person),
        group('Engineers', 'ada', 'bob'),
        group('admins', 'bob'),
      ].join(''),
    );
  });
  afterAll(() => ldap.remove());
  beforeEach(() => start());
  afterEach(() => server.stop());

  async function start(env: Record<string, string> = {}) {
    server = await startTestServer({
      env: {
        MILLRACE_LDAP_URL: ldap.url,
        MILLRACE_LDAP_BIND_DN: ldapService.dn,
        MILLRACE_LDAP_BIND_PASSWORD: ldapService.password,
        MILLRACE_LDAP_BASE: 'dc=example,dc=com',
        MILLRACE_LDAP_ALLOWED_GROUPS: 'engineers',
        MILLRACE_LDAP_ADMIN_GROUPS: 'Admins',
        ...env,
      },
    });
  }

  async function signIn(username: string, secret = `password of ${username}`) {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/login',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ username, password: secret }).toString(),
    });
    const { searchParams } = new URL(String(answer.headers.location), 'http://x');
    return searchParams.get('message') ?? 'signed in';
  }

  it('creates accounts with the roles of their groups', async () => {
    expect(await signIn('ada')).toBe('signed in');
    expect(await signIn('bob')).toBe('signed in');
    const { userStore } = server.core;
    const [ada, bob] = [await userStore.findByLogin('ada'), await userStore.findByLogin('bob')];
    expect(ada).toMatchObject({ email: 'ada@example.com', name: 'ada of Example', admin: false });
    expect(bob?.admin).toBe(true);
    expect(await signIn('ADA', 'password of ada')).toBe('signed in');
  });

  it('rejects a person in none of the allowed groups', async () => {
    expect(await signIn('carl')).toBe('carl is in none of the groups that may use this server');
  });

  it.each([
    ['a wrong password', 'ada', 'wrong'],
    ['a wildcard', '*', 'password of ada'],
    ['a part of a filter', 'ada)(uid=*', 'password of ada'],
    ['an escaped character', 'a\\64a', 'password of ada'],
    ['an ignored character', 'a\u00adda', 'password of ada'],
    ['a null character', 'ada\0', 'password of ada'],
  ])('rejects %s', async (_, username, secret) => {
    expect(await signIn(username, secret)).toBe('Invalid username or password');
  });

  it('rejects an empty password, which directories accept', async () => {
    expect(await signIn('ada', '')).toBe('Username and password are required');
  });

  it('takes over no local account', async () => {
    await server.addUser('ada');
    expect(await signIn('ada')).toContain('The login ada belongs to another account');
    expect(await signIn('ada', password)).toBe('signed in');
  });

  it.each(['StartTLS', 'ldaps'])('encrypts with %s, and checks the certificate', async (kind) => {
    await server.stop();
    const secure: Record<string, string> =
      kind === 'ldaps' ? { MILLRACE_LDAP_URL: ldap.secureUrl } : { MILLRACE_LDAP_START_TLS: 'on' };
    await start({ ...secure, MILLRACE_LDAP_CA_FILE: ldap.caFile });
    expect(await signIn('ada')).toBe('signed in');
    await server.stop();
    await start(secure);
    expect(await signIn('ada')).toBe(
      'The LDAP directory cannot be reached. Please try again later.',
    );
  });

  it('keeps local passwords while the directory is away', async () => {
    await server.addUser('admin', { admin: true });
    await ldap.stop();
    try {
      expect(await signIn('ada')).toBe(
        'The LDAP directory cannot be reached. Please try again later.',
      );
      expect(await signIn('admin', password)).toBe('signed in');
    } finally {
      await ldap.start();
    }
  });

  it('revokes the token of a person who left, and restores it with the group', async () => {
    await signIn('ada');
    const ada = await server.core.userStore.findByLogin('ada');
    const token = ada ? server.core.users.readToken(ada) : '';
    const recheck = async () => {
      await server.core.db.updateTable('external_identities').set({ checked: 0 }).execute();
      await server.runJob('checkDirectoryAccounts');
      return (await server.core.users.findByToken(token)) !== undefined;
    };
    expect(await recheck()).toBe(true);
    const member = 'member: uid=ada,dc=example,dc=com\n';
    const change = 'dn: cn=Engineers,dc=example,dc=com\nchangetype: modify\n';
    await ldap.modify(`${change}delete: member\n${member}`);
    expect(await recheck()).toBe(false);
    await ldap.modify(`${change}add: member\n${member}`);
    expect(await recheck()).toBe(true);
  });

  it('puts people into teams by their groups, at sign-in and when the directory is read again', async () => {
    const root = await server.addUser('root', { admin: true });
    const call = async (method: 'GET' | 'POST', path: string, payload?: object) => {
      const url = `/api/organizations${path}`;
      const body = payload ? { payload } : {};
      return (await server.app.inject({ method, url, headers: bearer(root), ...body })).json();
    };
    const members = async () =>
      (await call('GET', '/acme/teams/devs/members')).map(({ login }: { login: string }) => login);
    await call('POST', '', { name: 'acme' });
    await call('POST', '/acme/teams', { name: 'devs', role: 'write', all_repositories: true });
    await signIn('ada');
    // Until the mapping exists, the server does not ask for the group. Then it reads all accounts again soon.
    await ldap.modify(groupOf('ada'));
    await call('POST', '/acme/groups', { team: 'devs', group: 'Web Developers' });
    expect(await members()).toEqual([]);
    await server.runJob('checkDirectoryAccounts');
    expect(await members()).toEqual(['ada']);
    await signIn('bob');
    expect(await members()).toEqual(['ada']);
    const name = 'dn: cn=Web Developers,dc=example,dc=com\nchangetype: modify\n';
    await ldap.modify(`${name}replace: member\nmember: uid=bob,dc=example,dc=com\n`);
    await signIn('bob');
    expect(await members()).toEqual(['ada', 'bob']);
    await server.core.db.updateTable('external_identities').set({ checked: 0 }).execute();
    await server.runJob('checkDirectoryAccounts');
    expect(await members()).toEqual(['bob']);
  });
});

const groupOf = (uid: string) => `dn: cn=Web Developers,dc=example,dc=com
changetype: add
objectClass: groupOfNames
cn: Web Developers
member: uid=${uid},dc=example,dc=com
`;
