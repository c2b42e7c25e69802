import type { ForeignSystem } from '@millrace/pipeline';

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
