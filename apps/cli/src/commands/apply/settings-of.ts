import type { CurrentResource, Kind, Path, Value, Values } from './resource.ts';

type Node = { [name: string]: Value | Node };

/** Fields that each exported resource of a kind has. Others are left out if they are not set. */
const completeKinds: ReadonlySet<Kind> = new Set<Kind>(['organization', 'repository', 'team']);

/** Kinds that are a role beside a login. */
const roleKinds: ReadonlySet<Kind> = new Set<Kind>(['organization_member', 'member']);

/** Kinds that are a name in a list. */
const listedKinds: ReadonlySet<Kind> = new Set<Kind>([
  'team_repository',
  'team_member',
  'team_group',
]);

/** Returns the settings file of resources, as data. Applied to their server, it changes nothing. */
export function settingsOf(resources: readonly CurrentResource[]): Node {
  const settings: Node = {};
  for (const resource of resources) if (!resource.isAutomatic) addTo(settings, resource);
  return settings;
}

function addTo(settings: Node, resource: CurrentResource): void {
  const { kind, path, values } = resource;
  const name = path.at(-1) ?? '';
  if (roleKinds.has(kind)) {
    define(nodeAt(settings, path.slice(0, -1)), name, values.role ?? null);
  } else if (listedKinds.has(kind)) {
    const list = path.at(-2) ?? '';
    const team = nodeAt(settings, path.slice(0, -2));
    define(team, list, [...listIn(team[list]), name]);
  } else {
    const fields = fieldsOf(resource);
    if (Object.keys(fields).length > 0) Object.assign(nodeAt(settings, path), fields);
  }
}

function fieldsOf({ kind, path, values, secrets }: CurrentResource): Node {
  if (kind === 'template') return { text: values.data ?? '' };
  const all = completeKinds.has(kind) ? values : omitDefaults(values);
  if (kind === 'repository') {
    // With a remote forge, only the forge can change it.
    const { default_branch: _, ...rest } = all;
    return rest;
  }
  if (kind === 'team') {
    const { all_repositories, ...rest } = all;
    return { ...rest, ...(all_repositories === true && { repositories: 'all' }) };
  }
  const references = Object.fromEntries(
    secrets.map((name) => [name, { env: variableOf(path, secrets.length > 1 ? name : '') }]),
  );
  const { data, ...others } = references;
  return { ...data, ...all, ...others };
}

/** Returns a name of an environment variable: `SECRET_OF_ACME_APP_NPM_TOKEN`. */
function variableOf(path: Path, name: string): string {
  const owner = path[0] === 'server' ? [] : [path[1] ?? ''];
  return [...owner, path.at(-1) ?? '', ...(name ? [name] : [])]
    .join('_')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_');
}

function omitDefaults(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).filter(
      ([, value]) =>
        value !== null &&
        value !== '' &&
        value !== false &&
        !(Array.isArray(value) && value.length === 0),
    ),
  );
}

function nodeAt(settings: Node, path: Path): Node {
  return path.reduce<Node>((node, name) => {
    const existing = Object.hasOwn(node, name) ? node[name] : undefined;
    if (isNode(existing)) return existing;
    const created: Node = {};
    define(node, name, created);
    return created;
  }, settings);
}

/** Sets a field also if its name is that of a field of all objects. */
function define(node: Node, name: string, value: Value | Node): void {
  Object.defineProperty(node, name, {
    value,
    enumerable: true,
    writable: true,
    configurable: true,
  });
}

function isNode(value: Value | Node | undefined): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function listIn(value: Value | Node | undefined): readonly string[] {
  return Array.isArray(value) ? value : [];
}
