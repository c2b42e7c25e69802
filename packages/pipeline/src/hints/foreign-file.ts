import { YAMLException } from 'js-yaml';
import { Budget, LimitError } from '../limits.ts';
import { parseYaml } from '../yaml/parse-yaml.ts';
import { keyText, resolveAlias, type YamlNode } from '../yaml/yaml-node.ts';

/** Systems whose files `millrace convert` reads. */
export type ForeignSystem = 'GitHub Actions' | 'GitLab CI' | 'CircleCI' | 'Woodpecker';

/**
 * Returns the system whose keys the last document of a text has. Undefined also for a text that is no YAML, is longer than a
 * pipeline file, or has a document of ours.
 */
export function findForeignSystem(text: string): ForeignSystem | undefined {
  try {
    const budget = new Budget();
    budget.spend('characters', text.length);
    const roots = parseYaml(text, budget).map(({ root }) => root);
    return roots.some((root) => keysOf(root).has('kind')) ? undefined : systemOf(roots.at(-1));
  } catch (error) {
    if (error instanceof YAMLException || error instanceof LimitError) return undefined;
    throw error;
  }
}

/** Returns the system whose keys a document without `kind` has. */
export function systemOf(root: YamlNode | undefined): ForeignSystem | undefined {
  const keys = keysOf(root);
  if (keys.size === 0 || keys.has('kind')) return undefined;
  if (isWorkflow(keys)) return 'GitHub Actions';
  const hasJobs = keys.has('jobs') || keys.has('workflows');
  if (keys.has('version') && hasJobs) return 'CircleCI';
  if (childrenOf(keys.get('steps')).some((step) => keysOf(step).has('image'))) return 'Woodpecker';
  // The old format of Drone has its steps there.
  if (keys.has('pipeline')) return undefined;
  return keys.has('stages') || [...keys.values()].some(isGitlabJob) ? 'GitLab CI' : undefined;
}

function isWorkflow(keys: Keys): boolean {
  const jobs = keys.get('jobs');
  if (resolveAlias(jobs)?.kind === 'map' && keys.has('on')) return true;
  return childrenOf(jobs).some((child) => {
    const job = keysOf(child);
    return job.has('runs-on') || (job.has('uses') && !job.has('steps'));
  });
}

function isGitlabJob(node: YamlNode): boolean {
  const job = keysOf(node);
  return ['script', 'extends', 'trigger'].some((key) => job.has(key));
}

type Keys = ReadonlyMap<string, YamlNode>;

function keysOf(unresolved: YamlNode | undefined): Keys {
  const node = resolveAlias(unresolved);
  const pairs = node?.kind === 'map' ? node.pairs : [];
  return new Map(pairs.map(({ key, value }) => [keyText(key), value]));
}

/** The values of a map, or the items of a list. */
function childrenOf(unresolved: YamlNode | undefined): YamlNode[] {
  const node = resolveAlias(unresolved);
  return node?.kind === 'list' ? node.items : [...keysOf(node).values()];
}
