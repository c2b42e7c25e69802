import type { ForgeRepoRef } from '../forge.ts';

type Place = Pick<ForgeRepoRef, 'namespace' | 'name'>;

/**
 * Groups lie in groups at GitLab, and a repository here has a namespace and a name: `a/b/app` is `app`
 * in `a:b`. No name at GitLab has a colon.
 */
export function toPlace(fullPath: string): Place {
  const end = fullPath.lastIndexOf('/');
  return { namespace: toNamespace(fullPath.slice(0, end)), name: fullPath.slice(end + 1) };
}

export function toNamespace(groupPath: string): string {
  return groupPath.replaceAll('/', ':');
}

export function toGroupPath(namespace: string): string {
  return namespace.replaceAll(':', '/');
}

export function toFullPath({ namespace, name }: Place): string {
  return `${toGroupPath(namespace)}/${name}`;
}

/** As other forges name a repository: `a:b/app`. */
export function toSlug(fullPath: string): string {
  const { namespace, name } = toPlace(fullPath);
  return `${namespace}/${name}`;
}
