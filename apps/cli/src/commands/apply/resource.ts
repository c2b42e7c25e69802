/**
 * Kinds of resources, in the order in which they are created: what a later one needs comes first. They are deleted in
 * the reverse order.
 */
export const kinds = [
  'organization',
  'organization_member',
  'repository',
  'member',
  'team',
  'team_repository',
  'team_member',
  'team_group',
  'secret',
  'registry',
  'template',
  'retention',
  'artifact_limits',
  'cache_limits',
  'protected_refs',
  'cron',
  'notification',
] as const;

export type Kind = (typeof kinds)[number];

export type Value = string | number | boolean | null | readonly string[];

export type Values = Readonly<Record<string, Value>>;

/** Source of the value of a secret: exactly one of both. */
export interface Reference {
  env?: string | undefined;
  file?: string | undefined;
}

/** Names that lead to a resource or a section in a settings file. */
export type Path = readonly string[];

/** Resources of one kind below one path. It is the unit of reading and of pruning. */
export interface Section {
  kind: Kind;
  /** Of a kind without a name of its own, such as `retention`, its own path. */
  path: Path;
}

export interface Resource {
  kind: Kind;
  path: Path;
  values: Values;
}

/** A resource as the server has it. */
export interface CurrentResource extends Resource {
  /** Number by which calls name it, if they do not use its name. */
  id?: number;
  /** Names of its secret values that are set. The server never returns these. */
  secrets: readonly string[];
  /** Set if something else than a settings file decides that it exists, such as a group. It is never pruned. */
  isAutomatic?: true;
  /** Further values of fields that it fulfills, such as a lower role than the one that a team gives. */
  fulfills?: Readonly<Record<string, readonly Value[]>>;
}

/** A resource as the settings file describes it. Fields without a value are left as they are. */
export interface WantedResource extends Resource {
  secrets: Readonly<Record<string, Reference>>;
  /** Values that only the creation needs. */
  atCreation?: Values;
}

export interface WantedState {
  resources: readonly WantedResource[];
  /** Sections that the file names. Only in these, something can be pruned. */
  sections: readonly Section[];
  /** Resources that the file implies. They are never pruned. */
  implied: readonly Section[];
}

/** Kinds that exist as long as their owner exists. They are changed, but neither created nor deleted. */
const parts: ReadonlySet<Kind> = new Set<Kind>([
  'retention',
  'artifact_limits',
  'cache_limits',
  'protected_refs',
]);

/** Kinds that no settings file deletes, because builds or code would be lost. */
const lasting: ReadonlySet<Kind> = new Set<Kind>([...parts, 'organization', 'repository']);

export function isPart(kind: Kind): boolean {
  return parts.has(kind);
}

export function isPrunable(kind: Kind): boolean {
  return !lasting.has(kind);
}

/** Returns the path of the section of a resource. */
export function sectionOf({ kind, path }: Pick<Resource, 'kind' | 'path'>): Section {
  return { kind, path: isPrunable(kind) ? path.slice(0, -1) : path };
}

/** Kinds whose names the server compares in exact case. Names of accounts, repositories and teams have no case. */
const casedKinds: ReadonlySet<Kind> = new Set<Kind>([
  'secret',
  'registry',
  'template',
  'cron',
  'notification',
  'team_group',
]);

/** Returns a text that is equal for the same resource or section. */
export function keyOf({ kind, path }: Section): string {
  const names = path.map((name, index) =>
    index === path.length - 1 && casedKinds.has(kind) ? name : name.toLowerCase(),
  );
  return JSON.stringify([kind, ...names]);
}

export function isWithin(path: Path, ancestor: Path): boolean {
  return (
    path.length > ancestor.length &&
    ancestor.every((name, index) => name.toLowerCase() === path[index]?.toLowerCase())
  );
}
