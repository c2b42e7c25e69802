const call = /\{\{\s*checksum((?:\s+"[^"]*")+)\s*\}\}/gu;

/** Returns the paths of all files whose checksums are part of a key. */
export function filesOfCacheKey(key: string): string[] {
  return [...key.matchAll(call)].flatMap(([, files = '']) => pathsOf(files));
}

/** Replaces each call of `checksum` in a key. `checksumOf` gets the paths of the call. */
export function fillCacheKey(key: string, checksumOf: (paths: string[]) => string): string {
  return key.replace(call, (_, files: string) => checksumOf(pathsOf(files)));
}

function pathsOf(files: string): string[] {
  return [...files.matchAll(/"([^"]*)"/g)].map(([, path = '']) => path);
}
