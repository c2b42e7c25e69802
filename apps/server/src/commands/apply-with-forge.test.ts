import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ForgeServer } from '../../testing/forges/forge-server.ts';
import { GithubTestForge } from '../../testing/forges/github-test-forge.ts';
import { runClientCommand } from '../../testing/run-client-command.ts';

let testForge: GithubTestForge;
let forge: ForgeServer;
let slug: string;
beforeAll(async () => {
  testForge = await GithubTestForge.start();
  await testForge.addAccount('boss');
  forge = await ForgeServer.start(testForge);
  const boss = await forge.signIn('boss');
  ({ slug } = await testForge.addRepo('boss', 'app'));
  await testForge.push('boss', slug, 'main', { 'README.md': 'App' }, 'First');
  await boss.sync();
});
afterAll(async () => {
  await forge?.stop();
  await testForge?.stop();
});

async function run(...args: string[]) {
  const { core } = forge.server;
  const user = await core.userStore.findByLogin('boss');
  const token = user ? core.users.readToken(user) : '';
  return runClientCommand(args, {
    MILLRACE_SERVER: forge.url,
    MILLRACE_TOKEN: token,
    NPM_TOKEN: 'hunter2',
  });
}

async function apply(settings: string, ...args: string[]) {
  const file = join(forge.server.tempDir, 'settings.yml');
  await writeFile(file, settings);
  return run('apply', '-f', file, ...args);
}

it('enables repositories of a remote forge, with the secrets and defaults of their namespace', async () => {
  const settings = `organizations:
  boss:
    secrets: { npm: { env: NPM_TOKEN } }
    templates: { a.yaml: { text: 'kind: pipeline' } }
    defaults: { timeout: 20 }
repositories:
  ${slug}:
    active: true
    cron: { nightly: { expr: '@daily', branch: main } }
`;
  const applied = await apply(settings);
  expect([applied.exitCode, applied.stderr, applied.lines]).toEqual([
    0,
    '',
    [
      `~ repositories.${slug}: timeout 60 → 20, active false → true`,
      '+ organizations.boss.secrets.npm: data is set',
      '+ organizations.boss.templates.a.yaml: data kind: pipeline',
      `+ repositories.${slug}.cron.nightly: expr @daily, branch main`,
      '3 to create, 1 to change, 0 to delete, 0 unchanged.',
      '4 done, 0 failed, 0 not tried.',
    ],
  ]);
  const exported = await run('export-settings');
  expect(exported.stdout).not.toContain('members');
  const again = await apply(exported.stdout, '--prune', '--yes');
  expect([again.exitCode, again.lines]).toEqual([
    0,
    [expect.stringMatching(/^0 to create, 0 to change, 0 to delete, [1-9]/)],
  ]);
});

it('says that a remote forge has the organizations and roles', async () => {
  const { exitCode, lines } = await apply(`organizations: { acme: { members: { boss: owner } } }
repositories: { ${slug}: { members: { other: read } } }
`);
  expect(exitCode).toBe(1);
  expect(lines).toEqual(
    expect.arrayContaining([
      expect.stringContaining('Organizations and teams are managed at the forge'),
      expect.stringContaining('Permissions in this repository are managed at its forge'),
    ]),
  );
});
