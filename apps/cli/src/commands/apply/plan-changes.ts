import {
  type CurrentResource,
  isPrunable,
  keyOf,
  kinds,
  sectionOf,
  type Value,
  type WantedResource,
  type WantedState,
} from './resource.ts';

/** A field of a resource whose value changes. `before` is absent if the resource is created. */
export interface FieldChange {
  name: string;
  before?: Value;
  after: Value;
}

interface Written {
  wanted: WantedResource;
  fields: readonly FieldChange[];
  /** Names of the secret values that are written. */
  secrets: readonly string[];
}

export type Change =
  | (Written & { action: 'create' })
  /** The resource is deleted and created, because a field cannot change. */
  | (Written & { action: 'replace'; current: CurrentResource })
  | (Written & { action: 'update'; current: CurrentResource })
  | { action: 'delete'; current: CurrentResource }
  | { action: 'unchanged'; current: CurrentResource };

export interface PlanOptions {
  /** Deletes what the named sections have besides. */
  prune: boolean;
  /** Writes secret values that are set already. */
  rewriteSecrets: boolean;
}

/** Fields that the server never changes. */
const fixedFields: ReadonlySet<string> = new Set(['channel']);

/** Lists what turns the current state into the wanted one, in the order of the calls. */
export function planChanges(
  current: readonly CurrentResource[],
  wanted: WantedState,
  { prune, rewriteSecrets }: PlanOptions,
): Change[] {
  const byKey = new Map(current.map((resource) => [keyOf(resource), resource]));
  const written = wanted.resources.map((resource) =>
    compare(byKey.get(keyOf(resource)), resource, rewriteSecrets),
  );
  return [
    ...written.toSorted((one, other) => orderOf(one) - orderOf(other)),
    ...(prune ? listDeletions(current, wanted) : []),
  ];
}

export function resourceOf(change: Change): CurrentResource | WantedResource {
  return 'wanted' in change ? change.wanted : change.current;
}

function compare(
  current: CurrentResource | undefined,
  wanted: WantedResource,
  rewriteSecrets: boolean,
): Change {
  const all = Object.keys(wanted.secrets);
  if (!current) {
    const fields = Object.entries(wanted.values).map(([name, after]) => ({ name, after }));
    return { action: 'create', wanted, fields, secrets: all };
  }
  const fields = Object.entries(wanted.values).flatMap(([name, after]): FieldChange[] => {
    const before = current.values[name] ?? null;
    const fulfilled = [before, ...(current.fulfills?.[name] ?? [])];
    return fulfilled.some((value) => isEqual(value, after)) ? [] : [{ name, before, after }];
  });
  if (fields.some(({ name }) => fixedFields.has(name))) {
    return { action: 'replace', current, wanted, fields, secrets: all };
  }
  const secrets = rewriteSecrets ? all : all.filter((name) => !current.secrets.includes(name));
  if (fields.length === 0 && secrets.length === 0) return { action: 'unchanged', current };
  return { action: 'update', current, wanted, fields, secrets };
}

function listDeletions(current: readonly CurrentResource[], wanted: WantedState): Change[] {
  const named = new Set(wanted.sections.map(keyOf));
  const remaining = new Set([...wanted.resources, ...wanted.implied].map(keyOf));
  return current
    .filter(
      (resource) =>
        isPrunable(resource.kind) &&
        !resource.isAutomatic &&
        named.has(keyOf(sectionOf(resource))) &&
        !remaining.has(keyOf(resource)),
    )
    .toSorted((one, other) => kinds.indexOf(other.kind) - kinds.indexOf(one.kind))
    .map((resource) => ({ action: 'delete', current: resource }));
}

/** Owners come before other members, because an organization must always have an owner. */
function orderOf(change: Change): number {
  const { kind, values } = resourceOf(change);
  const isOwner = kind === 'organization_member' && values.role === 'owner';
  return kinds.indexOf(kind) - (isOwner ? 0.5 : 0);
}

/** The server does not keep the order of a list. */
function isEqual(one: Value, other: Value): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
  return JSON.stringify([...new Set(one)].sort()) === JSON.stringify([...new Set(other)].sort());
}
