import fc from 'fast-check';
import { expect, it } from 'vitest';
import { stringify } from 'yaml';
import { planChanges } from './plan-changes.ts';
import { readSettings } from './read-settings-file.ts';
import { type CurrentResource, keyOf } from './resource.ts';
import { settingsOf } from './settings-of.ts';
import { wantedState } from './wanted-state.ts';

const team = ['organizations', 'acme', 'teams', 'devs'];
const repo = ['repositories', 'acme/app'];
const rest = { secrets: [] };

const resources: CurrentResource[] = [
  {
    kind: 'organization',
    path: ['organizations', 'acme'],
    values: { members_create_repositories: false },
    ...rest,
  },
  {
    kind: 'organization_member',
    path: ['organizations', 'acme', 'members', 'ada'],
    values: { role: 'owner' },
    ...rest,
  },
  {
    kind: 'organization_member',
    path: ['organizations', 'acme', 'members', 'cid'],
    values: { role: 'member' },
    isAutomatic: true,
    ...rest,
  },
  { kind: 'team', path: team, values: { role: 'write', all_repositories: false }, ...rest },
  { kind: 'team_repository', path: [...team, 'repositories', 'app'], values: {}, ...rest },
  { kind: 'team_member', path: [...team, 'members', 'bob'], values: {}, ...rest },
  {
    kind: 'repository',
    path: repo,
    values: { active: true, timeout: 60, trusted: false },
    ...rest,
  },
  {
    kind: 'secret',
    path: [...repo, 'secrets', 'npm-token'],
    values: { events: [], images: ['node'], pull_request: false },
    secrets: ['data'],
  },
  {
    kind: 'registry',
    path: ['server', 'registries', 'ghcr.io'],
    values: { username: 'bot' },
    secrets: ['password'],
  },
  {
    kind: 'notification',
    path: [...repo, 'notifications', 'chat'],
    values: { channel: 'slack', rule: 'always', branches: '', recipients: [] },
    secrets: ['url', 'secret'],
  },
  { kind: 'retention', path: [...repo, 'retention'], values: { build_days: null }, ...rest },
  {
    kind: 'artifact_limits',
    path: [...repo, 'limits', 'artifacts'],
    values: { repo_bytes: 0, file_bytes: null },
    ...rest,
  },
];

const planOf = (state: readonly CurrentResource[]) => {
  const settings = readSettings(stringify(settingsOf(state), { lineWidth: 0 }), 'exported.yml');
  const wanted = wantedState(settings, { reposOf: () => [], texts: new Map() });
  return planChanges(state, wanted, { prune: true, rewriteSecrets: false });
};

it('writes a settings file without what groups and defaults decide', () => {
  expect(stringify(settingsOf(resources))).toBe(`organizations:
  acme:
    members_create_repositories: false
    members:
      ada: owner
    teams:
      devs:
        role: write
        repositories:
          - app
        members:
          - bob
repositories:
  acme/app:
    active: true
    timeout: 60
    trusted: false
    secrets:
      npm-token:
        env: ACME_APP_NPM_TOKEN
        images:
          - node
    notifications:
      chat:
        channel: slack
        rule: always
        url:
          env: ACME_APP_CHAT_URL
        secret:
          env: ACME_APP_CHAT_SECRET
    limits:
      artifacts:
        repo_bytes: 0
server:
  registries:
    ghcr.io:
      username: bot
      password:
        env: GHCR_IO
`);
});

const names = fc.constantFrom('a', 'B-2', '9', 'null', 'true', 'constructor', '~', 'x y');
const logins = fc.constantFrom('a', 'b2', '9', 'null', 'true', '1e3', 'constructor');
const texts = fc.string({ minLength: 1 });
const someResource: fc.Arbitrary<CurrentResource> = fc.oneof(
  fc.record({ login: logins, role: fc.constantFrom('read', 'write', 'admin') }).map(
    ({ login, role }): CurrentResource => ({
      kind: 'member',
      path: [...repo, 'members', login],
      values: { role },
      ...rest,
    }),
  ),
  fc.record({ team: logins, role: fc.constantFrom('read', 'write') }).map(
    ({ team: name, role }): CurrentResource => ({
      kind: 'team',
      path: ['organizations', 'acme', 'teams', name],
      values: { role, all_repositories: true },
      ...rest,
    }),
  ),
  fc.record({ name: texts, data: texts }).map(
    ({ data }): CurrentResource => ({
      kind: 'template',
      path: ['organizations', 'acme', 'templates', 'build.yaml'],
      values: { data },
      ...rest,
    }),
  ),
  fc.record({ name: names, branches: fc.boolean() }).map(
    ({ name, branches }): CurrentResource => ({
      kind: 'notification',
      path: [...repo, 'notifications', name],
      values: { channel: 'email', branches: branches ? 'release/*' : '', recipients: [] },
      ...rest,
    }),
  ),
);

it('changes nothing when it is applied, whatever the names and texts', () => {
  const state = fc.uniqueArray(someResource, { selector: keyOf });
  fc.assert(
    fc.property(state, (found) => {
      const repository = { kind: 'repository', path: repo, values: { active: true }, ...rest };
      const organization = {
        kind: 'organization',
        path: ['organizations', 'acme'],
        values: {},
        ...rest,
      };
      const all = [repository, organization, ...found] as CurrentResource[];
      expect(planOf(all).filter(({ action }) => action !== 'unchanged')).toEqual([]);
    }),
  );
  expect(planOf(resources).filter(({ action }) => action !== 'unchanged')).toEqual([]);
});
