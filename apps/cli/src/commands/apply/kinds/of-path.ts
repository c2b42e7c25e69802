import type { Owner } from '../../../command-line/call-owned.ts';
import type { Path } from '../resource.ts';

/** Returns the last name of a path. */
export function nameOf(path: Path): string {
  return path.at(-1) ?? '';
}

/** Returns the organization of a path such as `organizations`, `acme`, `teams`. */
export function namespaceOf([, namespace = '']: Path): string {
  return namespace;
}

/** Returns the repository of a path such as `repositories`, `acme/app`, `cron`. */
export function repoOf([, slug = '']: Path): { namespace: string; name: string } {
  const [namespace = '', name = ''] = slug.split('/');
  return { namespace, name };
}

/** Returns the owner of secrets and registry credentials. */
export function ownerOf(path: Path): Owner {
  if (path[0] === 'server') return 'server';
  return path[0] === 'organizations' ? { namespace: namespaceOf(path) } : repoOf(path);
}
