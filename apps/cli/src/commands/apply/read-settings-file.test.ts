import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { readSettings } from './read-settings-file.ts';

it('reads a complete file', () => {
  const settings = readSettings(
    `organizations:
  acme:
    members: { ada: owner, bob: member }
    members_create_repositories: true
    teams:
      devs: { role: write, repositories: all, members: [bob], groups: [eng] }
    defaults: { retention: { build_days: 90 }, protected: true, timeout: 60 }
    secrets: { npm_token: { env: NPM_TOKEN, images: [node] } }
    registries: { ghcr.io: { username: bot, password: { file: ghcr } } }
    templates: { build.yaml: { file: templates/build.yaml } }
repositories:
  acme/tools:
    active: true
    trusted: false
    members: { cid: read }
    cron: { nightly: { expr: '@daily', branch: main } }
    limits: { artifacts: { repo_bytes: 30 }, caches: { days: null } }
    notifications: { chat: { channel: slack, url: { env: SLACK_URL }, rule: always } }
    protected_refs: { branches: ['release/*'] }
server:
  secrets: { shared: { env: SHARED } }
`,
    'settings.yml',
  );
  expect(settings.organizations?.acme?.teams?.devs?.repositories).toBe('all');
  expect(settings.repositories?.['acme/tools']?.notifications?.chat).toEqual({
    channel: 'slack',
    url: { env: 'SLACK_URL' },
    rule: 'always',
  });
});

it('reads the example of the documentation', async () => {
  const page = new URL('../../../../../docs/settings-as-code.md', import.meta.url);
  const [, example = ''] =
    /```yaml\n(organizations:.*?)```/s.exec(await readFile(page, 'utf8')) ?? [];
  expect(Object.keys(readSettings(example, 'example.yml'))).toEqual([
    'organizations',
    'repositories',
    'server',
  ]);
});

it('has no settings in an empty file', () => {
  expect(readSettings('', 's.yml')).toEqual({});
});

it.each([
  ['organization: {}', 's.yml:1:1: unknown name organization; did you mean "organizations"?'],
  [
    'repositories:\n  acme/app:\n    tiemout: 5\n',
    's.yml:3:5: repositories.acme/app: unknown name tiemout; did you mean "timeout"?',
  ],
  [
    'server:\n  secrets:\n    npm: hunter2\n',
    's.yml:3:5: server.secrets.npm: expected { env: NAME } or { file: PATH }; values of secrets are not here',
  ],
  [
    'server: { secrets: { npm: { env: A, file: b } } }',
    's.yml:1:22: server.secrets.npm: expected { env: NAME } or { file: PATH }; values of secrets are not here',
  ],
  [
    'server: { registries: { ghcr.io: { username: bot, password: hunter2 } } }',
    's.yml:1:51: server.registries.ghcr.io.password: expected { env: NAME } or { file: PATH }; values of secrets are not here',
  ],
  [
    'repositories:\n  app: {}\n',
    's.yml:2:3: repositories.app: expected a repository as NAMESPACE/NAME',
  ],
  [
    'organizations:\n  acme:\n    teams:\n      devs:\n        role: owner\n',
    's.yml:5:9: organizations.acme.teams.devs.role: Invalid option: expected one of "read"|"write"|"admin"',
  ],
  [
    'repositories:\n  acme/app:\n    protected_refs:\n      branches: [main, ""]\n',
    's.yml:4:24: repositories.acme/app.protected_refs.branches.1: A pattern of a branch or tag is empty',
  ],
  [
    'server: [',
    's.yml:1:10: Flow sequence in block collection must be sufficiently indented and end with a ]',
  ],
  [
    'organizations:\n  acme: {}\n  Acme: {}\n',
    's.yml:1:1: organizations: two names differ only in their case',
  ],
  ['server: {}\nserver: {}', 's.yml:2:1: Map keys must be unique'],
  ['server: *x', 's.yml: Unresolved alias (the anchor must be set before the alias): x'],
])('rejects %j', (text, message) => {
  expect(() => readSettings(text, 's.yml')).toThrow(message);
});
