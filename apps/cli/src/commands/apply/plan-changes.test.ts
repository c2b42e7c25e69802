import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Change, planChanges } from './plan-changes.ts';
import {
  type CurrentResource,
  isPrunable,
  isWithin,
  type Kind,
  keyOf,
  sectionOf,
  type Values,
  type WantedResource,
  type WantedState,
} from './resource.ts';

const secretPath = ['repositories', 'acme/app', 'secrets', 'npm'];
const memberPath = (login: string) => ['organizations', 'acme', 'members', login];

function current(
  kind: Kind,
  path: string[],
  values: Values = {},
  rest: Partial<CurrentResource> = {},
): CurrentResource {
  return { kind, path, values, secrets: kind === 'secret' ? ['data'] : [], ...rest };
}

function wanted(kind: Kind, path: string[], values: Values = {}): WantedResource {
  return { kind, path, values, secrets: kind === 'secret' ? { data: { env: 'NPM' } } : {} };
}

function stateOf(...resources: WantedResource[]): WantedState {
  return { resources, sections: resources.map(sectionOf), implied: [] };
}

const options = { prune: true, rewriteSecrets: false };

/** Returns a short form: `create organizations.acme role=owner secret data`. */
function describe(change: Change): string {
  const path = ('wanted' in change ? change.wanted : change.current).path.join('.');
  if (!('fields' in change)) return `${change.action} ${path}`;
  const fields = change.fields.map(({ name, after }) => `${name}=${after}`);
  return [change.action, path, ...fields, ...change.secrets.map((name) => `+${name}`)].join(' ');
}

it.each<[string, CurrentResource[], WantedState, string[]]>([
  [
    'creates what is not there, with all of its secrets',
    [],
    stateOf(wanted('secret', secretPath, { images: [] })),
    ['create repositories.acme/app.secrets.npm images= +data'],
  ],
  [
    'does not write a secret that is set',
    [current('secret', secretPath, { images: [] })],
    stateOf(wanted('secret', secretPath, { images: [] })),
    ['unchanged repositories.acme/app.secrets.npm'],
  ],
  [
    'writes a secret that is not set',
    [current('secret', secretPath, {}, { secrets: [] })],
    stateOf(wanted('secret', secretPath)),
    ['update repositories.acme/app.secrets.npm +data'],
  ],
  [
    'changes limits without the secret, and only named fields',
    [current('secret', secretPath, { images: ['node'], events: ['push'] })],
    stateOf(wanted('secret', secretPath, { images: [] })),
    ['update repositories.acme/app.secrets.npm images='],
  ],
  [
    'compares lists without their order',
    [current('secret', secretPath, { events: ['push', 'tag'] })],
    stateOf(wanted('secret', secretPath, { events: ['tag', 'push', 'tag'] })),
    ['unchanged repositories.acme/app.secrets.npm'],
  ],
  [
    'compares logins in any case, and names of secrets in exact case',
    [
      current('organization_member', memberPath('ada'), { role: 'owner' }),
      current('secret', secretPath),
    ],
    stateOf(
      wanted('organization_member', ['organizations', 'ACME', 'members', 'Ada'], { role: 'owner' }),
      wanted('secret', ['repositories', 'Acme/App', 'secrets', 'NPM']),
    ),
    [
      'unchanged organizations.acme.members.ada',
      'create repositories.Acme/App.secrets.NPM +data',
      'delete repositories.acme/app.secrets.npm',
    ],
  ],
  [
    'names owners before it takes the role of others',
    [current('organization_member', memberPath('ada'), { role: 'owner' })],
    stateOf(
      wanted('organization_member', memberPath('ada'), { role: 'member' }),
      wanted('organization_member', memberPath('bob'), { role: 'owner' }),
    ),
    [
      'create organizations.acme.members.bob role=owner',
      'update organizations.acme.members.ada role=member',
    ],
  ],
  [
    'creates what others need first, and deletes it last',
    [
      current('team', ['organizations', 'acme', 'teams', 'old']),
      current('organization_member', memberPath('eve')),
    ],
    {
      ...stateOf(
        wanted('team_member', ['organizations', 'acme', 'teams', 'devs', 'members', 'bob']),
        wanted('team', ['organizations', 'acme', 'teams', 'devs']),
        wanted('organization_member', memberPath('bob')),
      ),
    },
    [
      'create organizations.acme.members.bob',
      'create organizations.acme.teams.devs',
      'create organizations.acme.teams.devs.members.bob',
      'delete organizations.acme.teams.old',
      'delete organizations.acme.members.eve',
    ],
  ],
  [
    'prunes neither what groups made, nor what is implied, nor outside of the named sections',
    [
      current('organization_member', memberPath('bob')),
      current('organization_member', memberPath('cid'), {}, { isAutomatic: true }),
      current('secret', secretPath),
      current('organization', ['organizations', 'other']),
      current('repository', ['repositories', 'acme/app']),
    ],
    {
      resources: [],
      sections: [
        { kind: 'organization_member', path: ['organizations', 'acme', 'members'] },
        { kind: 'repository', path: ['repositories', 'acme/app'] },
      ],
      implied: [{ kind: 'organization_member', path: memberPath('bob') }],
    },
    [],
  ],
  [
    'leaves a role that is at least as high because of a team',
    [
      current(
        'member',
        ['repositories', 'acme/app', 'members', 'bob'],
        { role: 'write' },
        { fulfills: { role: ['read'] } },
      ),
    ],
    stateOf(wanted('member', ['repositories', 'acme/app', 'members', 'bob'], { role: 'read' })),
    ['unchanged repositories.acme/app.members.bob'],
  ],
  [
    'replaces a notification with another channel',
    [
      current('notification', ['repositories', 'acme/app', 'notifications', 'x'], {
        channel: 'email',
      }),
    ],
    stateOf(
      wanted('notification', ['repositories', 'acme/app', 'notifications', 'x'], {
        channel: 'slack',
      }),
    ),
    ['replace repositories.acme/app.notifications.x channel=slack'],
  ],
])('%s', (_, before, state, changes) => {
  expect(planChanges(before, state, options).map(describe)).toEqual(changes);
});

it('writes all secrets again if asked to', () => {
  const changes = planChanges(
    [current('secret', secretPath)],
    stateOf(wanted('secret', secretPath)),
    { prune: false, rewriteSecrets: true },
  );
  expect(changes.map(describe)).toEqual(['update repositories.acme/app.secrets.npm +data']);
});

/** Applies a plan as a server does: with a resource, all below it is deleted. */
function apply(state: readonly CurrentResource[], changes: readonly Change[]): CurrentResource[] {
  return changes.reduce<CurrentResource[]>(
    (resources, change) => {
      if (change.action === 'unchanged') return resources;
      const target = 'wanted' in change ? change.wanted : change.current;
      const rest = resources.filter(
        (resource) =>
          keyOf(resource) !== keyOf(target) &&
          !(change.action === 'delete' && isWithin(resource.path, target.path)),
      );
      if (change.action === 'delete') return rest;
      const before = change.action === 'update' ? change.current : undefined;
      const { kind, path, values, secrets } = change.wanted;
      const set = new Set([...(before?.secrets ?? []), ...Object.keys(secrets)]);
      return [...rest, { kind, path, values: { ...before?.values, ...values }, secrets: [...set] }];
    },
    [...state],
  );
}

const names = fc.constantFrom('a', 'b', 'c');
const someValues = fc.dictionary(
  fc.constantFrom('role', 'events', 'channel'),
  fc.oneof(fc.constantFrom<string | null | boolean>('x', 'y', null, true), fc.uniqueArray(names)),
);
const someIdentity = fc.oneof(
  fc.tuple(names).map(([org]) => ['organization', ['organizations', org]] as const),
  fc
    .tuple(names, names)
    .map(([org, name]) => ['team', ['organizations', org, 'teams', name]] as const),
  fc
    .tuple(names, names, names)
    .map(
      ([org, team, name]) =>
        ['team_member', ['organizations', org, 'teams', team, 'members', name]] as const,
    ),
  fc.tuple(names, names).map(([repo, name]) => ['secret', [repo, 'secrets', name]] as const),
  fc.tuple(names).map(([repo]) => ['retention', [repo, 'retention']] as const),
);
const someCurrent = fc.uniqueArray(
  fc
    .tuple(someIdentity, someValues, fc.boolean())
    .map(([[kind, path], values, isSet]) =>
      current(kind, [...path], values, { secrets: isSet ? ['data'] : [] }),
    ),
  { selector: keyOf },
);
const someWanted = fc.uniqueArray(
  fc
    .tuple(someIdentity, someValues)
    .map(([[kind, path], values]) => wanted(kind, [...path], values)),
  { selector: keyOf },
);

it('makes the current state the wanted one, after which a second plan changes nothing', () => {
  fc.assert(
    fc.property(someCurrent, someWanted, fc.boolean(), (before, resources, prune) => {
      // A team whose members a file names is in the file itself.
      const teams = resources
        .filter(({ kind }) => kind === 'team_member')
        .map(({ path }) => wanted('team', path.slice(0, 4)))
        .filter((team) => !resources.some((resource) => keyOf(resource) === keyOf(team)));
      const unique = new Map([...teams, ...resources].map((each) => [keyOf(each), each]));
      const state = stateOf(...unique.values());
      const after = apply(before, planChanges(before, state, { ...options, prune }));
      const byKey = new Map(after.map((resource) => [keyOf(resource), resource]));
      for (const resource of state.resources) {
        const values = byKey.get(keyOf(resource))?.values ?? {};
        for (const [name, value] of Object.entries(resource.values)) {
          expect([values[name] ?? null].flat().sort()).toEqual([value].flat().sort());
        }
      }
      if (prune) {
        const named = new Set(state.sections.map(keyOf));
        const inSections = after.filter(
          (each) => isPrunable(each.kind) && named.has(keyOf(sectionOf(each))),
        );
        expect(inSections.filter((each) => !unique.has(keyOf(each)))).toEqual([]);
      }
      const second = planChanges(after, state, { ...options, prune });
      expect(second.filter(({ action }) => action !== 'unchanged')).toEqual([]);
    }),
  );
});
