import type { ForgeRepoRef } from '../forge.ts';

type RepoName = Pick<ForgeRepoRef, 'namespace' | 'name'>;

/**
 * Groups can be nested on GitLab, but a repository in Millrace has one namespace and a name: `a/b/app` is
 * `app` in `a:b`. Names on GitLab never contain a colon.
 */
export function toRepoName(fullPath: string): RepoName {
  const end = fullPath.lastIndexOf('/');
  return { namespace: toNamespace(fullPath.slice(0, end)), name: fullPath.slice(end + 1) };
}

export function toNamespace(groupPath: string): string {
  return groupPath.replaceAll('/', ':');
}

export function toGroupPath(namespace: string): string {
  return namespace.replaceAll(':', '/');
}

export function toFullPath({ namespace, name }: RepoName): string {
  return `${toGroupPath(namespace)}/${name}`;
}

/** Formats a path like the slugs of other forges: `a:b/app`. */
export function toSlug(fullPath: string): string {
  const { namespace, name } = toRepoName(fullPath);
  return `${namespace}/${name}`;
}
