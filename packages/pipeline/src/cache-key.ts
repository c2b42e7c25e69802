const call = /\{\{\s*checksum((?:\s+"[^"]*")+)\s*\}\}/gu;

const variableCall = /\{\{\s*env\s+"([A-Za-z_]\w*)"\s*\}\}/gu;

/** Returns the paths of all files whose checksums are part of a key. */
export function filesOfCacheKey(key: string): string[] {
  return [...key.matchAll(call)].flatMap(([, files = '']) => pathsOf(files));
}

/** Replaces the calls in a key. `checksumOf` gets the paths of a call, `variableOf` the name of a variable. */
export function fillCacheKey(
  key: string,
  checksumOf: (paths: string[]) => string,
  variableOf: (name: string) => string,
): string {
  return key
    .replace(call, (_, files: string) => checksumOf(pathsOf(files)))
    .replace(variableCall, (_, name: string) => variableOf(name));
}

function pathsOf(files: string): string[] {
  return [...files.matchAll(/"([^"]*)"/g)].map(([, path = '']) => path);
}
