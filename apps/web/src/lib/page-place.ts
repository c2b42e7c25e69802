import { isReservedName, namespaceOf } from '@millrace/contract/reserved-names';

interface PagePlace {
  namespace: string;
  name: string;
  slug: string;
  /** Number of the build that the page shows. */
  build: number | null;
}

/** Returns the repository and the build shown at this path, or null for all other pages. */
export function readPlace(pathname: string): PagePlace | null {
  const [, first = '', name, rest] = pathname.split('/').map(decodePart);
  if (!first || !name || isReservedName(first)) return null;
  const namespace = namespaceOf(first);
  const build = /^[1-9]\d*$/.test(rest ?? '') ? Number(rest) : null;
  return { namespace, name, slug: `${namespace}/${name}`, build };
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
