import type {
  Kind,
  Path,
  Reference,
  Section,
  Value,
  WantedResource,
  WantedState,
} from './resource.ts';
import type {
  OrganizationSettings,
  OwnedSettings,
  RepositorySettings,
  Settings,
  SharedSettings,
} from './settings-schema.ts';

/** Facts that a settings file needs besides its text. */
export interface Surroundings {
  /** Lists the active repositories of a namespace, to which the defaults of an organization apply. */
  reposOf: (namespace: string) => readonly string[];
  /** Texts of the files of templates, by their paths in the settings. */
  texts: ReadonlyMap<string, string>;
}

/** Collects the resources and sections that a settings file names. */
class Wanted implements WantedState {
  readonly resources: WantedResource[] = [];
  readonly sections: Section[] = [];
  readonly implied: Section[] = [];

  add(
    kind: Kind,
    path: Path,
    values: Readonly<Record<string, Value | undefined>>,
    secrets: Readonly<Record<string, Reference | undefined>> = {},
    atCreation: Readonly<Record<string, Value | undefined>> = {},
  ): void {
    this.resources.push({
      kind,
      path,
      values: omitUnset(values),
      secrets: omitUnset(secrets),
      atCreation: omitUnset(atCreation),
    });
  }

  /** Calls `add` for each item of a section. */
  addAll<Item>(
    path: Path,
    items: Readonly<Record<string, Item>> = {},
    add: (path: Path, item: Item) => void,
  ): void {
    for (const [name, item] of Object.entries(items)) add([...path, name], item);
  }

  /** Marks a section as named, if the file has it. */
  name(kind: Kind, path: Path, items: object | undefined): void {
    if (items) this.sections.push({ kind, path });
  }
}

/** Returns the resources that a settings file describes, with the defaults of organizations in their repositories. */
export function wantedState(settings: Settings, { reposOf, texts }: Surroundings): WantedState {
  const wanted = new Wanted();
  const repositories = new Map(
    Object.entries(settings.repositories ?? {}).map(([slug, own]) => [
      slug.toLowerCase(),
      { slug, own },
    ]),
  );
  const defaultsOf = new Map<string, SharedSettings>();
  for (const [name, organization] of Object.entries(settings.organizations ?? {})) {
    addOrganization(wanted, name, organization, texts);
    if (!organization.defaults) continue;
    defaultsOf.set(name.toLowerCase(), organization.defaults);
    for (const slug of reposOf(name)) {
      const key = slug.toLowerCase();
      if (!repositories.has(key)) repositories.set(key, { slug, own: {} });
    }
  }
  for (const { slug, own } of repositories.values()) {
    const [namespace = ''] = slug.toLowerCase().split('/');
    addRepository(wanted, slug, own, defaultsOf.get(namespace) ?? {});
  }
  addOwned(wanted, ['server'], settings.server ?? {});
  return wanted;
}

function addOrganization(
  wanted: Wanted,
  name: string,
  organization: OrganizationSettings,
  texts: ReadonlyMap<string, string>,
): void {
  const path = ['organizations', name];
  const { members_create_repositories, members, teams, templates } = organization;
  // The namespace of an account or of a remote forge has secrets and templates, and is no organization here.
  if (members_create_repositories !== undefined || members || teams) {
    const [owner] = Object.entries(members ?? {}).find(([, role]) => role === 'owner') ?? [];
    wanted.add('organization', path, { members_create_repositories }, {}, { owner });
  }
  const membersPath = [...path, 'members'];
  wanted.name('organization_member', membersPath, members);
  wanted.addAll(membersPath, members, (at, role) =>
    wanted.add('organization_member', at, { role }),
  );
  const teamsPath = [...path, 'teams'];
  wanted.name('team', teamsPath, teams);
  wanted.addAll(teamsPath, teams, (at, team) => {
    const isAll = team.repositories === 'all';
    wanted.add('team', at, {
      role: team.role,
      all_repositories: team.repositories === undefined ? undefined : isAll,
    });
    const repositories = team.repositories === 'all' ? undefined : team.repositories;
    addNames(wanted, 'team_repository', [...at, 'repositories'], repositories);
    addNames(wanted, 'team_member', [...at, 'members'], team.members);
    addNames(wanted, 'team_group', [...at, 'groups'], team.groups);
    for (const login of team.members ?? []) {
      wanted.implied.push({ kind: 'organization_member', path: [...membersPath, login] });
    }
  });
  const templatesPath = [...path, 'templates'];
  wanted.name('template', templatesPath, templates);
  wanted.addAll(templatesPath, templates, (at, { file, text }) =>
    wanted.add('template', at, { data: text ?? texts.get(file ?? '') }),
  );
  addOwned(wanted, path, organization);
}

function addRepository(
  wanted: Wanted,
  slug: string,
  own: RepositorySettings,
  defaults: SharedSettings,
): void {
  const path = ['repositories', slug];
  const { retention, limits, notifications, protected_refs, ...rest } = merge(defaults, own);
  const { members, cron, secrets, registries, ...settings } = rest;
  wanted.add('repository', path, settings);
  if (retention) wanted.add('retention', [...path, 'retention'], retention);
  const { artifacts, caches } = limits ?? {};
  if (artifacts) wanted.add('artifact_limits', [...path, 'limits', 'artifacts'], artifacts);
  if (caches) wanted.add('cache_limits', [...path, 'limits', 'caches'], caches);
  if (protected_refs) wanted.add('protected_refs', [...path, 'protected_refs'], protected_refs);
  wanted.name('member', [...path, 'members'], members);
  wanted.addAll([...path, 'members'], members, (at, role) => wanted.add('member', at, { role }));
  wanted.name('cron', [...path, 'cron'], cron);
  wanted.addAll([...path, 'cron'], cron, (at, job) => wanted.add('cron', at, job));
  // Defaults name no section of a repository, so that they prune nothing in it.
  wanted.name('notification', [...path, 'notifications'], own.notifications);
  wanted.addAll([...path, 'notifications'], notifications, (at, { url, secret, ...values }) =>
    wanted.add('notification', at, values, { url, secret }),
  );
  addOwned(wanted, path, { secrets, registries });
}

/** Returns the settings of a repository, and the defaults of its organization for all else. */
function merge(defaults: SharedSettings, own: RepositorySettings): RepositorySettings {
  const both = <Group extends object>(one?: Group, other?: Group): Group | undefined =>
    one || other ? ({ ...one, ...other } as Group) : undefined;
  const { limits = {} } = own;
  return {
    ...defaults,
    ...own,
    retention: both(defaults.retention, own.retention),
    limits: {
      artifacts: both(defaults.limits?.artifacts, limits.artifacts),
      caches: both(defaults.limits?.caches, limits.caches),
    },
    protected_refs: both(defaults.protected_refs, own.protected_refs),
    notifications: both(defaults.notifications, own.notifications),
  };
}

function addOwned(wanted: Wanted, owner: Path, { secrets, registries }: OwnedSettings): void {
  const secretsPath = [...owner, 'secrets'];
  wanted.name('secret', secretsPath, secrets);
  wanted.addAll(secretsPath, secrets, (at, { env, file, ...limits }) =>
    wanted.add('secret', at, limits, { data: { env, file } }),
  );
  const registriesPath = [...owner, 'registries'];
  wanted.name('registry', registriesPath, registries);
  wanted.addAll(registriesPath, registries, (at, { username, password }) =>
    wanted.add('registry', at, { username }, { password }),
  );
}

function addNames(wanted: Wanted, kind: Kind, path: Path, names: readonly string[] | undefined) {
  wanted.name(kind, path, names);
  for (const name of new Set(names)) wanted.add(kind, [...path, name], {});
}

function omitUnset<Item>(items: Readonly<Record<string, Item | undefined>>): Record<string, Item> {
  return Object.fromEntries(
    Object.entries(items).filter((pair): pair is [string, Item] => pair[1] !== undefined),
  );
}
