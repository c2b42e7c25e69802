import type { Repo } from '../../domain/repo.ts';

/**
 * Returns a path without slashes at its ends; undefined if it could leave its folder or name something else
 * than it seems to.
 */
export function cleanPath(path: string): string | undefined {
  const cleaned = path.trim().replace(/^\/+|\/+$/g, '');
  return cleaned.split('/').every(isPart) ? cleaned : undefined;
}

/** Returns whether a text names one folder or value. */
export function isPart(text: string): boolean {
  return text !== '' && text !== '.' && text !== '..' && !/[/\\\p{Cc}]/u.test(text);
}

/**
 * Returns whether one of the templates, such as `ci/{namespace}/{name}/**`, names the path for the repository. `*`
 * is one part of a path, `**` at the end is one or more.
 */
export function isOwnPath(
  templates: readonly string[],
  { namespace, name }: Pick<Repo, 'namespace' | 'name'>,
  path: string,
): boolean {
  const parts = path.split('/');
  return templates.some((template) => {
    const wanted = template.split('/').flatMap((part): (string | RegExp)[] => {
      if (part === '*' || part === '**') return [/^/];
      // The namespace may be a group within a group.
      return part.replaceAll('{namespace}', namespace).replaceAll('{name}', name).split('/');
    });
    const isOpen = template === '**' || template.endsWith('/**');
    const hasLength = isOpen ? parts.length >= wanted.length : parts.length === wanted.length;
    const matches = wanted.every((part, index) => part instanceof RegExp || part === parts[index]);
    return hasLength && matches;
  });
}
