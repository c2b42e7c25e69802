import { type ForeignSystem, pipelineLimits } from '@millrace/pipeline';

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
