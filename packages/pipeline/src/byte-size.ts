const powers: Record<string, number> = { k: 1, m: 2, g: 3, t: 4 };
/** A size with an optional unit, in upper or lower case. */
export const byteSizePattern = /^\s*(\d+(?:\.\d+)?)\s*([bB]|[kmgtKMGT](?:[iI]?[bB]?)?)?\s*$/;

/** Parses `1g`, `512MiB`, `64 kB` or `1048576` to bytes; undefined for anything else. */
export function parseByteSize(text: string): number | undefined {
  const match = byteSizePattern.exec(text);
  if (!match) return undefined;
  const power = powers[(match[2] ?? '').charAt(0).toLowerCase()] ?? 0;
  return Math.floor(Number(match[1]) * 1024 ** power);
}
