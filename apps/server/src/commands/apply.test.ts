import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { program } from '@millrace/test-support/program';
import { skipIf } from '@millrace/test-support/skip-if';
import { execa } from 'execa';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { runClientCommand } from '../../testing/run-client-command.ts';
import {
  bearer,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../testing/test-server.ts';

const hasScript = (await execa('script', ['--version'], { reject: false })).exitCode === 0;

let server: TestServer;
let root: { token: string };
let ada: { token: string };
let folder: string;
beforeAll(async () => {
  server = await startTestServer();
  root = await server.addUser('root', { admin: true });
  ada = await server.addUser('ada');
  for (const login of ['bob', 'cid', 'dan']) await server.addUser(login);
});
afterAll(() => server.stop());
beforeEach(async () => {
  folder = await mkdtemp(join(server.tempDir, 'settings-'));
});

const tokens = { NPM_TOKEN: 'hunter2-npm', CHAT_URL: 'https://chat.example.com/hooks/1' };

/** Writes a settings file and applies it. */
async function apply(settings: string, args: string[] = [], env: Record<string, string> = tokens) {
  const file = join(folder, 'settings.yml');
  await writeFile(file, settings);
  return runClientCommand(['apply', '-f', file, ...args], {
    MILLRACE_SERVER: server.url,
    MILLRACE_TOKEN: root.token,
    ...env,
  });
}

function exportOf(args: string[]) {
  return runClientCommand(['export-settings', ...args], {
    MILLRACE_SERVER: server.url,
    MILLRACE_TOKEN: root.token,
  });
}

/** Returns the changes that `--json` prints. */
async function applyJson(settings: string, ...args: string[]) {
  const { stdout } = await apply(settings, ['--json', ...args]);
  return JSON.parse(stdout) as object[];
}

async function read(path: string, token = root.token) {
  const { statusCode, body } = await server.app.inject({ url: path, headers: bearer({ token }) });
  return statusCode === 200 ? JSON.parse(body) : statusCode;
}

const unchanged = (count: number) => `0 to create, 0 to change, 0 to delete, ${count} unchanged.`;

describe('organizations', () => {
  const settings = `organizations:
  acme:
    members_create_repositories: true
    members: { ada: owner, bob: member }
    teams:
      devs: { role: write, repositories: all, members: [bob, cid], groups: [engineers] }
`;

  it('shows the differences, makes them, and then finds none', async () => {
    const plan = [
      '+ organizations.acme: members_create_repositories true',
      '+ organizations.acme.members.ada: role owner',
      '+ organizations.acme.members.bob: role member',
      '+ organizations.acme.teams.devs: role write, all_repositories true',
      '+ organizations.acme.teams.devs.members.bob',
      '+ organizations.acme.teams.devs.members.cid',
      '+ organizations.acme.teams.devs.groups.engineers',
      '7 to create, 0 to change, 0 to delete, 0 unchanged.',
    ];
    const tried = await apply(settings, ['--dry-run']);
    expect([tried.exitCode, tried.lines]).toEqual([2, plan]);
    expect(await read('/api/organizations/acme')).toBe(404);
    const applied = await apply(settings);
    expect([applied.exitCode, applied.stderr]).toEqual([0, '']);
    expect(applied.lines).toEqual([...plan, '7 done, 0 failed, 0 not tried.']);
    expect(await read('/api/organizations/acme/teams')).toMatchObject([
      { name: 'devs', role: 'write', all_repositories: true, members: 2 },
    ]);
    for (const flags of [[], ['--dry-run'], ['--prune', '--yes']]) {
      const again = await apply(settings, flags);
      expect([again.exitCode, again.lines]).toEqual([0, [unchanged(7)]]);
    }
  });

  it('prunes only the named sections, after a confirmation', async () => {
    await apply(settings);
    const smaller = 'organizations: { acme: { members: { ada: owner } } }';
    expect((await apply(smaller)).lines).toEqual([unchanged(2)]);
    const refused = await apply(smaller, ['--prune']);
    expect([refused.exitCode, refused.stderr]).toEqual([
      1,
      'Confirm 2 deletions with --yes. Nothing was changed.',
    ]);
    const pruned = await apply(smaller, ['--prune', '--yes']);
    expect(pruned.lines).toEqual([
      '- organizations.acme.members.bob',
      '- organizations.acme.members.cid',
      '0 to create, 0 to change, 2 to delete, 2 unchanged.',
      '2 done, 0 failed, 0 not tried.',
    ]);
    expect(await read('/api/organizations/acme/teams')).toMatchObject([{ name: 'devs' }]);
    expect(await read('/api/organizations/acme/groups')).toHaveLength(1);
    const teams = await apply('organizations: { acme: { teams: {} } }', ['--prune', '--yes']);
    expect(teams.lines[0]).toBe('- organizations.acme.teams.devs');
    expect(await read('/api/organizations/acme/teams')).toEqual([]);
  });

  it(
    'asks a person before it deletes',
    skipIf(!hasScript && 'the program script is not installed'),
    async () => {
      await apply('organizations: { asked: { members: { ada: owner, bob: member } } }');
      await writeFile(
        join(folder, 'settings.yml'),
        'organizations: { asked: { members: { ada: owner } } }',
      );
      for (const [answer, exitCode, members] of [
        ['n', 1, 2],
        ['y', 0, 1],
      ] as const) {
        const command = [process.execPath, program, 'apply', '--prune', '-f', 'settings.yml'];
        const running = execa(
          'script',
          ['--quiet', '--return', '--command', command.join(' '), '/dev/null'],
          {
            cwd: folder,
            env: { MILLRACE_SERVER: server.url, MILLRACE_TOKEN: root.token },
            reject: false,
          },
        );
        let output = '';
        running.stdout.on('data', (chunk) => {
          output += String(chunk);
        });
        await vi.waitFor(() => expect(output).toContain('with one deletion? [y/N]'), 60_000);
        running.stdin.write(`${answer}\n`);
        expect((await running).exitCode).toBe(exitCode);
        expect(await read('/api/organizations/asked/members')).toHaveLength(members);
      }
    },
  );

  it('says what is done, what failed and what was not tried, and continues when it runs again', async () => {
    const wrong = `organizations:
  first: { members: { ada: owner, nobody: member } }
  api: { members: { ada: owner } }
  last: { members: { ada: owner } }
`;
    const failed = await apply(wrong);
    expect([failed.exitCode, failed.lines.slice(-4)]).toEqual([
      1,
      [
        expect.stringMatching(/^failed: organizations\.api: .*"api" is an address of this server/),
        'not tried: organizations.api.members.ada',
        expect.stringMatching(
          /^failed: organizations\.first\.members\.nobody: .* answered 400: There is no account nobody$/,
        ),
        '4 done, 2 failed, 1 not tried. Run it again to continue.',
      ],
    ]);
    await server.addUser('nobody');
    const fixed = await apply(wrong.replace(/ {2}api.*\n/, ''));
    expect([fixed.exitCode, fixed.lines]).toEqual([
      0,
      [
        '+ organizations.first.members.nobody: role member',
        '1 to create, 0 to change, 0 to delete, 4 unchanged.',
        '1 done, 0 failed, 0 not tried.',
      ],
    ]);
  });

  it('prints changes and their results for programs', async () => {
    const settings = 'organizations: { typed: { members: { ada: owner, absent: member } } }';
    const change = {
      action: 'create',
      kind: 'organization_member',
      path: ['organizations', 'typed', 'members', 'absent'],
      fields: [{ name: 'role', after: 'member' }],
      secrets: [],
    };
    expect((await applyJson(settings, '--dry-run')).at(-1)).toEqual(change);
    const message = expect.stringContaining('There is no account absent');
    expect((await applyJson(settings)).at(-1)).toEqual({ ...change, result: 'failed', message });
  });

  it('has the rights of its token, and its changes are in the audit log', async () => {
    await apply('organizations: { owned: { members: { ada: owner } } }');
    const env = { MILLRACE_TOKEN: ada.token };
    const own = await apply(
      'organizations: { owned: { members_create_repositories: true } }',
      [],
      env,
    );
    expect([own.exitCode, own.lines[0]]).toEqual([
      0,
      '~ organizations.owned: members_create_repositories false → true',
    ]);
    const [event] = await read('/api/audit?action=organization.update');
    expect(event).toMatchObject({ actor: 'ada', target: 'owned' });
    const bot = await server.core.users.createAccount({
      login: 'settings-bot',
      password: null,
      machine: true,
      admin: true,
    });
    const tokenOf = async (scope: string) => {
      const url = '/api/users/settings-bot/tokens';
      const payload = { name: scope, scope };
      const { body } = await server.app.inject({
        method: 'POST',
        url,
        payload,
        headers: bearer(root),
      });
      return { MILLRACE_TOKEN: String(JSON.parse(body).token) };
    };
    expect(bot.admin).toBe(true);
    const wanted = 'server: { secrets: { of_bot: { env: NPM_TOKEN } } }';
    const allowed = { ...tokens, ...(await tokenOf('admin')) };
    expect((await apply(wanted, [], allowed)).exitCode).toBe(0);
    await apply('server: { secrets: {} }', ['--prune', '--yes'], allowed);
    const reader = { ...tokens, ...(await tokenOf('read')) };
    expect((await apply(wanted, [], reader)).stderr).toContain('answered 403');
    const foreign = await apply('server: { secrets: { a: { env: NPM_TOKEN } } }', [], env);
    expect([foreign.exitCode, foreign.stderr]).toEqual([
      1,
      expect.stringContaining('answered 403'),
    ]);
  });
});

describe('repositories', () => {
  const repo = async (name: string) => {
    await pushSampleRepo(server, 'ada', name);
    return `ada/${name}`;
  };

  it('changes settings, members, cron jobs and all else, once', async () => {
    const slug = await repo('all');
    await mkdir(join(folder, 'templates'));
    await writeFile(join(folder, 'templates/build.yaml'), 'kind: pipeline\nname: x\n');
    await writeFile(join(folder, 'password'), 'hunter2-registry\n');
    const settings = `organizations:
  ada:
    secrets: { org_token: { env: NPM_TOKEN } }
    templates: { build.yaml: { file: templates/build.yaml } }
repositories:
  ${slug}:
    active: true
    protected: true
    trusted: true
    timeout: 90
    throttle: 3
    config_path: .ci.yml
    members: { bob: write, cid: read }
    secrets: { npm: { env: NPM_TOKEN, events: [push, tag], images: [node] } }
    registries: { GHCR.io: { username: bot, password: { file: password } } }
    cron: { nightly: { expr: '0 0 3 * * *', branch: main, time_zone: Europe/Vienna } }
    retention: { build_days: 30, log_count: 10, artifact_days: 7 }
    limits: { artifacts: { repo_bytes: 7000 }, caches: { days: 3 } }
    notifications:
      chat: { channel: slack, url: { env: CHAT_URL }, secret: { env: NPM_TOKEN }, rule: always }
    protected_refs: { tags: ['v*'], branches: ['release/*'] }
server:
  secrets: { everywhere: { env: NPM_TOKEN } }
  registries: { docker.io: { username: bot, password: { env: NPM_TOKEN } } }
`;
    const applied = await apply(settings);
    expect([applied.exitCode, applied.stderr]).toEqual([0, '']);
    expect(applied.lines.join('\n')).not.toContain('hunter2');
    expect(await read(`/api/repos/${slug}`)).toMatchObject({
      protected: true,
      trusted: true,
      timeout: 90,
      throttle: 3,
      config_path: '.ci.yml',
    });
    expect(await read(`/api/repos/${slug}/secrets`)).toMatchObject([
      { name: 'npm', events: ['push', 'tag'], images: ['node'] },
    ]);
    expect(await read(`/api/repos/${slug}/registries`)).toMatchObject([{ address: 'ghcr.io' }]);
    expect(await read(`/api/repos/${slug}/cron`)).toMatchObject([{ time_zone: 'Europe/Vienna' }]);
    expect(await read(`/api/repos/${slug}/retention`)).toMatchObject({ own: { build_days: 30 } });
    expect(await read(`/api/repos/${slug}/notifications`)).toMatchObject([
      { host: 'chat.example.com', signed: true },
    ]);
    expect(await read(`/api/repos/${slug}/protected-refs`)).toEqual({
      branches: ['release/*'],
      tags: ['v*'],
    });
    // Values that are set need no environment.
    const again = await apply(settings, ['--prune', '--yes'], {});
    expect([again.exitCode, again.lines]).toEqual([
      0,
      [expect.stringMatching(/^0 to create, 0 to change, 0 to delete/)],
    ]);
    const rewritten = await apply(settings, ['--rewrite-secrets']);
    expect(rewritten.lines.filter((line) => line.includes('is set'))).toHaveLength(6);
    expect(rewritten.exitCode).toBe(0);
    await writeFile(join(folder, 'templates/build.yaml'), 'kind: pipeline\nname: other\n');
    const changed = await apply(
      settings
        .replace('bob: write, cid: read', 'bob: read')
        .replace(', images: [node]', ', images: []')
        .replace('log_count: 10', 'log_count: null')
        .replace('channel: slack', 'channel: mattermost')
        .replace("tags: ['v*'], ", ''),
      ['--prune', '--yes'],
    );
    expect([changed.exitCode, changed.lines]).toEqual([
      0,
      [
        `~ repositories.${slug}.members.bob: role write → read`,
        `~ repositories.${slug}.secrets.npm: images [node] → []`,
        '~ organizations.ada.templates.build.yaml: data (2 lines) → (2 lines)',
        `~ repositories.${slug}.retention: log_count 10 → default`,
        `± repositories.${slug}.notifications.chat: channel slack → mattermost, url is set, secret is set`,
        `- repositories.${slug}.members.cid`,
        expect.stringMatching(/^0 to create, 5 to change, 1 to delete, \d+ unchanged\.$/),
        '6 done, 0 failed, 0 not tried.',
      ],
    ]);
    expect(await read(`/api/repos/${slug}/protected-refs`)).toMatchObject({ tags: ['v*'] });
  });

  it('gives defaults to all repositories of an organization, which prune nothing', async () => {
    const [one, two] = [await repo('one'), await repo('two')];
    await apply(
      `repositories: { ${one}: { notifications: { own: { channel: slack, url: { env: CHAT_URL } } } } }`,
    );
    const settings = `organizations:
  ada:
    defaults:
      timeout: 45
      retention: { build_days: 20, test_days: 5 }
      notifications: { all: { channel: slack, url: { env: CHAT_URL } } }
repositories:
  ${two}: { timeout: 50, retention: { test_days: 6 } }
`;
    const applied = await apply(settings, ['--prune', '--yes']);
    expect([applied.exitCode, applied.stderr]).toEqual([0, '']);
    expect(await read(`/api/repos/${one}`)).toMatchObject({ timeout: 45 });
    expect(await read(`/api/repos/${two}`)).toMatchObject({ timeout: 50 });
    expect(await read(`/api/repos/${two}/retention`)).toMatchObject({
      own: { build_days: 20, test_days: 6 },
    });
    expect(await read(`/api/repos/${one}/notifications`)).toMatchObject([
      { name: 'all' },
      { name: 'own' },
    ]);
    expect((await apply(settings)).lines).toEqual([
      expect.stringMatching(/^0 to create, 0 to change/),
    ]);
  });

  it('does not lower the role that a team gives', async () => {
    await apply(`organizations:
  crew:
    members: { ada: owner }
    teams: { ops: { role: write, repositories: all, members: [dan] } }
`);
    await pushSampleRepo(server, 'ada', 'app', undefined, 'crew');
    const settings = 'repositories: { crew/app: { members: { dan: read } } }';
    expect((await apply(settings, ['--prune', '--yes'])).exitCode).toBe(0);
    const again = await apply(settings, ['--prune', '--yes']);
    expect(again.lines).toEqual([unchanged(2)]);
  });

  it('needs all values before it changes something, and repositories that exist', async () => {
    const slug = await repo('values');
    const settings = `repositories:
  ${slug}: { timeout: 77, secrets: { a: { env: MISSING_TOKEN }, b: { file: missing } } }
`;
    const missing = await apply(settings);
    expect([missing.exitCode, missing.stderr.split('\n')]).toEqual([
      1,
      [
        `repositories.${slug}.secrets.a: the environment variable MISSING_TOKEN is not set`,
        expect.stringMatching(/^repositories\.ada\/values\.secrets\.b: ENOENT: /),
        'Nothing was changed.',
      ],
    ]);
    expect(await read(`/api/repos/${slug}`)).toMatchObject({ timeout: 60 });
    const nowhere = await apply(
      'repositories: { ada/nowhere: { timeout: 5, cron: { a: { expr: "@daily", branch: main } } } }',
    );
    expect([nowhere.exitCode, nowhere.lines.slice(-3)]).toEqual([
      1,
      [
        'failed: repositories.ada/nowhere: This repository does not exist: push to it, or sync with the forge',
        'not tried: repositories.ada/nowhere.cron.a',
        '0 done, 1 failed, 1 not tried. Run it again to continue.',
      ],
    ]);
  });

  it('stops if the server does not answer', async () => {
    const { exitCode, stderr } = await apply('server: { secrets: {} }', [
      '--server',
      'http://127.0.0.1:9',
    ]);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('does not answer')]);
  });
});

describe('export', () => {
  const exported = async (...args: string[]) => {
    const { exitCode, stdout, stderr } = await exportOf(args);
    expect([exitCode, stderr]).toEqual([0, '']);
    return stdout;
  };

  it('prints settings that change nothing when they are applied', async () => {
    const repo = await pushSampleRepo(server, 'ada', 'exported');
    const first = await apply(`organizations:
  listed: { members: { ada: owner, bob: member }, teams: { a: { role: read, members: [cid] } } }
  ada: { templates: { odd.yaml: { text: "a: 1\\r\\n\\tb: 'x' \\n\\n" } } }
repositories:
  ${repo.slug}:
    timeout: 33
    members: { bob: write }
    cron: { nightly: { expr: '@daily', branch: main, time_zone: '' } }
    secrets: { npm: { env: NPM_TOKEN, images: [node] } }
    notifications: { chat: { channel: slack, url: { env: CHAT_URL }, branches: main } }
    retention: { build_days: 9 }
    protected_refs: { tags: ['v*'] }
`);
    expect([first.exitCode, first.stderr]).toEqual([0, '']);
    const again = await runClientCommand(['apply', '-f', join(folder, 'settings.yml')], {
      MILLRACE_SERVER: server.url,
      MILLRACE_TOKEN: root.token,
    });
    expect(again.lines).toEqual([expect.stringMatching(/^0 to create, 0 to change/)]);
    const whole = await exported();
    expect(whole).not.toContain('hunter2');
    for (const text of [whole, await exported('--org', 'listed')]) {
      const applied = await apply(text, ['--prune', '--yes'], {});
      expect([applied.exitCode, applied.stderr, applied.lines.length]).toEqual([0, '', 1]);
      expect(applied.lines[0]).toMatch(/^0 to create, 0 to change, 0 to delete, [1-9]/);
    }
    const nothing = await exportOf(['--repo', 'ada/nowhere']);
    expect([nothing.exitCode, nothing.stderr]).toEqual([1, 'There is no ada/nowhere.']);
    expect(await exported('--repo', repo.slug)).toBe(`repositories:
  ada/exported:
    active: true
    visibility: private
    config_path: .drone.yml
    config_folder: ""
    trusted: false
    protected: false
    ignore_forks: false
    ignore_pull_requests: false
    auto_cancel_pull_requests: false
    auto_cancel_pushes: false
    auto_cancel_running: false
    timeout: 33
    throttle: 0
    members:
      bob: write
    retention:
      build_days: 9
    protected_refs:
      tags:
        - v*
    cron:
      nightly:
        expr: "@daily"
        branch: main
        time_zone: UTC
    notifications:
      chat:
        channel: slack
        rule: failure
        branches: main
        digest: off
        url:
          env: ADA_EXPORTED_CHAT
    secrets:
      npm:
        env: ADA_EXPORTED_NPM
        images:
          - node
`);
  });
});

it('shows the place of a mistake, and prints the schema for editors', async () => {
  const wrong = await apply('server:\n  secret: {}\n');
  expect([wrong.exitCode, wrong.stderr]).toEqual([
    1,
    expect.stringMatching(
      /settings\.yml:2:3: server: unknown name secret; did you mean "secrets"\?$/,
    ),
  ]);
  const { stdout } = await execa(process.execPath, [program, 'apply', '--schema']);
  expect(JSON.parse(stdout)).toMatchObject({ additionalProperties: false });
});
