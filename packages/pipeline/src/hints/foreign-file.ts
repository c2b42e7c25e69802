import { keyText, resolveAlias, type YamlNode } from '../yaml/yaml-node.ts';

type Keys = ReadonlyMap<string, YamlNode>;

/** Systems with YAML files of their own, with what their files have in common. */
const systems: readonly (readonly [name: string, isFile: (keys: Keys) => boolean])[] = [
  ['CircleCI', (keys) => keys.has('version') && (keys.has('jobs') || keys.has('workflows'))],
  ['GitHub Actions', (keys) => keys.has('jobs') && (keys.has('on') || hasJob(keys, 'steps'))],
  ['Woodpecker', isOfWoodpecker],
  ['GitLab CI', (keys) => keys.has('stages') || hasScript(keys)],
];

/** Returns the name of the system that a document without `kind` is for. */
export function findForeignSystem(root: YamlNode | undefined): string | undefined {
  const keys = keysOf(root);
  return keys.has('kind') ? undefined : systems.find(([, isFile]) => isFile(keys))?.[0];
}

function keysOf(unresolved: YamlNode | undefined): Keys {
  const node = resolveAlias(unresolved);
  const pairs = node?.kind === 'map' ? node.pairs : [];
  return new Map(pairs.map(({ key, value }) => [keyText(key), value]));
}

/** Most files with steps and without `kind` are of this system, and have forgotten it. */
function isOfWoodpecker(keys: Keys): boolean {
  const areNamed = resolveAlias(keys.get('steps'))?.kind === 'map';
  return (
    areNamed || (keys.has('steps') && ['when', 'labels', 'skip_clone'].some((key) => keys.has(key)))
  );
}

function hasJob(keys: Keys, key: string): boolean {
  return [...keysOf(keys.get('jobs')).values()].some((job) => keysOf(job).has(key));
}

function hasScript(keys: Keys): boolean {
  return [...keys.values()].some((job) => keysOf(job).has('script'));
}
