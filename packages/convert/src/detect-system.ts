import { pipelineLimits } from '@millrace/pipeline';
import type { SourceNode } from './source/source-node.ts';

export type ForeignSystem = 'GitHub Actions' | 'GitLab CI' | 'CircleCI' | 'Woodpecker';

const paths: readonly (readonly [RegExp, ForeignSystem])[] = [
  [/(?:^|\/)\.(?:github|gitea|forgejo)\/workflows\/[^/]+\.ya?ml$/, 'GitHub Actions'],
  [/(?:^|\/)[^/]*\.gitlab-ci\.ya?ml$/, 'GitLab CI'],
  [/(?:^|\/)\.circleci\/[^/]+\.ya?ml$/, 'CircleCI'],
  [/(?:^|\/)\.woodpecker(?:\/[^/]+|[^/]*)\.ya?ml$/, 'Woodpecker'],
];

/** Returns the system that reads a file of this path. */
export function systemOfPath(path: string): ForeignSystem | undefined {
  const normal = path.replaceAll('\\', '/');
  return paths.find(([pattern]) => pattern.test(normal))?.[1];
}

/** Whether a text may be a file of another system: it is no pipeline file, and not too large for one. */
export function mayBeForeign(text: string): boolean {
  return text.length <= pipelineLimits.characters && !/^["']?kind["']?\s*:/m.test(text);
}

/** Returns the system whose keys a file has. */
export function systemOfContent(root: SourceNode): ForeignSystem | undefined {
  if (root.kind !== 'map' || root.get('kind')) return undefined;
  const jobs = root.get('jobs');
  const isList = (node: SourceNode) => node.get('steps')?.kind === 'list';
  const jobNodes = [...(jobs?.entries.values() ?? [])];
  if (jobs?.kind === 'map' && root.get('on')) return 'GitHub Actions';
  if (jobNodes.some((job) => job.get('runs-on') ?? (job.get('uses') && !isList(job))))
    return 'GitHub Actions';
  const isCircle = root.get('version') && (jobs ?? root.get('workflows'));
  if (isCircle && root.kind === 'map') return 'CircleCI';
  if (isSteps(root.get('steps'))) return 'Woodpecker';
  if (root.get('pipeline')) return undefined;
  const isJob = (node: SourceNode) =>
    node.kind === 'map' && (node.get('script') ?? node.get('extends') ?? node.get('trigger'));
  return [...root.entries.values()].some(isJob) ? 'GitLab CI' : undefined;
}

/** Steps have an image each; the old format of Drone has them below `pipeline`. */
function isSteps(node: SourceNode | undefined): boolean {
  return node?.children().some((step) => step.get('image') !== undefined) ?? false;
}
