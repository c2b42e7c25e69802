/** First path segments that are never pages of the UI: those of the server, and paths that clients probe. */
export const serverNames: ReadonlySet<string> = new Set(
  (
    'api git healthz hook link readyz reports rpc scim varz version assets debug metrics static .well-known ' +
    'asset-manifest.json favicon.ico favicon.png manifest.json robots.txt'
  ).split(' '),
);

/** Matches the first path segments of pages that belong to no repository. */
const pageName =
  /^(404|account|builds-feed|causes|docs|log(in|out)|privacy|register|runners|settings|welcome)$/;

/** Marks a namespace in a path whose name is reserved. No forge allows this character in names. */
const escapeSign = '~';

/** Returns whether a name is an address of the server, in any case: the UI ignores the case of its paths. */
export function isReservedName(name: string): boolean {
  const lower = name.toLowerCase();
  return serverNames.has(lower) || pageName.test(lower);
}

/** Returns the first two segments of the paths of a repository's pages: `octo/hello`, or `~api/hello`. */
export function pageSlug(slug: string): string {
  return isReservedName(slug.split('/')[0] ?? '') ? escapeSign + slug : slug;
}

/** Returns the namespace that the first segment of such a path names. */
export function namespaceOf(segment: string): string {
  return segment.startsWith(escapeSign) ? segment.slice(escapeSign.length) : segment;
}
