import { expect, it } from 'vitest';
import { readForgeSettings } from './forge-settings.ts';

const gitea = {
  MILLRACE_FORGE: 'gitea',
  MILLRACE_FORGE_URL: 'https://git.example.com/',
  MILLRACE_FORGE_CLIENT_ID: 'id',
  MILLRACE_FORGE_CLIENT_SECRET: 'secret',
  MILLRACE_URL: 'https://ci.example.com',
};

it('uses the built-in forge by default', () => {
  expect(readForgeSettings({})).toEqual({
    remote: null,
    admins: [],
    allowed: 'everyone',
    statusName: null,
    reportsSkipped: true,
    reportsFileChanges: true,
    passwordSignIn: true,
    checks: { maxPerMinute: 600 },
  });
});

it('reads a forge, its admins and the allowed accounts', () => {
  const settings = readForgeSettings({
    ...gitea,
    MILLRACE_ADMINS: 'Ada, bob',
    MILLRACE_ALLOWED: 'carol, org:Engines',
    MILLRACE_STATUS_NAME: 'ci/drone',
    MILLRACE_SKIPPED_STATUSES: 'false',
    MILLRACE_PIPELINE_FILE_STATUSES: 'false',
    MILLRACE_PASSWORD_SIGN_IN: 'off',
    MILLRACE_FORGE_CHECKS_PER_MINUTE: '50',
  });
  expect(settings).toEqual({
    remote: {
      kind: 'gitea',
      url: 'https://git.example.com',
      clientId: 'id',
      clientSecret: 'secret',
      cloneAccount: null,
    },
    admins: ['ada', 'bob'],
    allowed: { logins: ['carol'], organisations: ['engines'] },
    statusName: 'ci/drone',
    reportsSkipped: false,
    reportsFileChanges: false,
    passwordSignIn: false,
    checks: { maxPerMinute: 50 },
  });
});

it.each([
  ['github', 'https://github.com'],
  ['gitlab', 'https://gitlab.com', ''],
  ['bitbucket', 'https://bitbucket.org'],
  ['bitbucket', 'http://127.0.0.1:7990', 'http://127.0.0.1:7990/'],
])('reads the URL of %s', (kind, url, told = '') => {
  const env = { ...gitea, MILLRACE_FORGE: kind, MILLRACE_FORGE_URL: told };
  expect(readForgeSettings(env).remote).toMatchObject({ kind, url });
});

it.each([
  [{ MILLRACE_FORGE: 'svn' }, /^MILLRACE_FORGE must be builtin or gitea or .*, not "svn"\.$/],
  [{ MILLRACE_FORGE_URL: '' }, /so set MILLRACE_FORGE_URL to its address/],
  [{ MILLRACE_FORGE_URL: 'git.example.com' }, /must be an http or https address/],
  [{ MILLRACE_FORGE_CLIENT_ID: '' }, /so set MILLRACE_FORGE_CLIENT_ID to what gitea shows/],
  [{ MILLRACE_FORGE_CLIENT_SECRET: ' ' }, /so set MILLRACE_FORGE_CLIENT_SECRET to/],
  [{ MILLRACE_URL: '' }, /so set MILLRACE_URL to the address at which/],
  [{ MILLRACE_FORGE: 'bitbucket' }, /only bitbucket\.org is supported/],
  [{ MILLRACE_FORGE: '' }, /^MILLRACE_FORGE_URL is set, so set MILLRACE_FORGE too/],
  [{ MILLRACE_STATUS_NAME: 'a b' }, /^MILLRACE_STATUS_NAME must be letters/],
  [{ MILLRACE_PASSWORD_SIGN_IN: 'no' }, /^MILLRACE_PASSWORD_SIGN_IN must be on or off/],
  [{ MILLRACE_PASSWORD_SIGN_IN: 'off' }, /is off, so set MILLRACE_ADMINS/],
  [{ MILLRACE_FORGE_CHECKS_PER_MINUTE: '0' }, /must be a whole number from 1/],
])('reports invalid settings in one line: %j', (env, message) => {
  expect(() => readForgeSettings({ ...gitea, ...env })).toThrow(message);
});

it('requires a forge if sign-in with a password is off', () => {
  expect(() => readForgeSettings({ MILLRACE_PASSWORD_SIGN_IN: 'off' })).toThrow(
    /is off, so set MILLRACE_FORGE:/,
  );
});

it('reads the account for clones, which needs a password', () => {
  const account = { MILLRACE_GIT_USERNAME: 'robot', MILLRACE_GIT_PASSWORD: 'sesame\n' };
  expect(readForgeSettings({ ...gitea, ...account }).remote?.cloneAccount).toEqual({
    login: 'robot',
    password: 'sesame',
  });
  for (const name of ['MILLRACE_GIT_USERNAME', 'MILLRACE_GIT_PASSWORD'] as const) {
    const alone = { ...gitea, [name]: account[name] };
    expect(() => readForgeSettings(alone)).toThrow('the account for clones needs both');
  }
});
