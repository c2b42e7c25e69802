import { isOfFork, isUnmerged } from '@millrace/build-host/builds/is-of-fork';
import { matchGlob } from '@millrace/pipeline';
import type { FoundSecret, SecretRequest } from '../../builds/secret-source.ts';
import { isOwnPath } from './secret-path.ts';

/** Values at a path, by name. Some of them are rules about who may read the others. */
export type SecretEntry = ReadonlyMap<string, string>;

/** Names of the rules, in lower case. Existing secrets for other servers have the same ones. */
export const rules = {
  repos: 'x-drone-repos',
  events: 'x-drone-events',
  branches: 'x-drone-branches',
  disallowForks: 'x-drone-disallow-forks',
} as const;

/** Name of the value if the pipeline file gives none. */
export const defaultKey = 'value';

interface SecretPath {
  /** Start of a message: `Vault`. */
  source: string;
  path: string;
  /** Paths that every repository may read. */
  templates: readonly string[];
}

/**
 * Returns a value if the build may read it. Without a rule about repositories, a repository reads only its own
 * paths. Without a rule about events, pull requests read nothing, because they could print it. A repository
 * that may not read a path does not learn whether it exists.
 */
export function readValue(
  entry: SecretEntry | undefined,
  { repo, build, key }: SecretRequest,
  { source, path, templates }: SecretPath,
): FoundSecret {
  const repos = listOf(entry, rules.repos);
  const isPermitted = repos ? matches(repos, repo.slug) : isOwnPath(templates, repo, path);
  if (!entry || !isPermitted) {
    return absent(`${source} has no path "${path}" that ${repo.slug} may read`);
  }
  const isGuarded = isUnmerged(build.event, build.source_repo, repo.slug);
  const events = listOf(entry, rules.events);
  const branches = listOf(entry, rules.branches);
  const refusal =
    refuse('events', build.event, events ?? (isGuarded ? [] : undefined)) ??
    refuse('branches', build.target, branches) ??
    (isOfFork(build.source_repo, repo.slug) &&
    findRule(entry, rules.disallowForks)?.toLowerCase() === 'true'
      ? 'forks'
      : undefined);
  if (refusal && isGuarded) return { kind: 'withheld' };
  if (refusal) {
    return absent(`${source} does not allow "${path}" in this build, by its rule ${refusal}`);
  }
  const name = key || defaultKey;
  const value = isRule(name) ? undefined : entry.get(name);
  return value === undefined
    ? absent(`${source} has no value "${name}" at "${path}"`)
    : { kind: 'value', value };
}

export function absent(reason: string): FoundSecret {
  return { kind: 'absent', reason };
}

function isRule(name: string): boolean {
  return name.toLowerCase().startsWith('x-drone-');
}

/** Returns the rule with the value that it rejects; undefined if it allows the value. */
function refuse(
  rule: 'events' | 'branches',
  value: string,
  allowed: readonly string[] | undefined,
): string | undefined {
  return !allowed || matches(allowed, value) ? undefined : `${rules[rule]} (${value})`;
}

function matches(patterns: readonly string[], value: string): boolean {
  return patterns.some((pattern) => matchGlob(pattern.toLowerCase(), value.toLowerCase()));
}

/** Returns the patterns of a rule; undefined if there is no such rule. An empty rule is none. */
function listOf(entry: SecretEntry | undefined, rule: string): string[] | undefined {
  const parts = (findRule(entry, rule) ?? '').split(',').map((part) => part.trim());
  const patterns = parts.filter((part) => part !== '');
  return patterns.length > 0 ? patterns : undefined;
}

function findRule(entry: SecretEntry | undefined, rule: string): string | undefined {
  return [...(entry ?? [])].find(([name]) => name.toLowerCase() === rule)?.[1].trim();
}
