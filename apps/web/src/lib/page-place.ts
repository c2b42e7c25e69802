interface PagePlace {
  namespace: string;
  name: string;
  slug: string;
  /** Number of the build that the page shows. */
  build: number | null;
}

/** First path segments that do not belong to a repository. */
const otherPages = new Set(['settings', 'login']);

/** Returns the repository and the build shown at this path, or null for all other pages. */
export function readPlace(pathname: string): PagePlace | null {
  const [, namespace, name, rest] = pathname.split('/').map(decodePart);
  if (!namespace || !name || otherPages.has(namespace)) return null;
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
