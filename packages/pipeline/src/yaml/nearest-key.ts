/** Allowed edit distance, by minimum key length. */
const distances: readonly [length: number, distance: number][] = [
  [6, 2],
  [3, 1],
];
/** A longer unknown key is probably not a typo. */
const maxKeyLength = 40;

/** Returns the known key that was probably intended. */
export function nearestKey(key: string, known: readonly string[]): string | undefined {
  if (key.length > maxKeyLength) return undefined;
  const most = distances.find(([length]) => key.length >= length)?.[1] ?? 0;
  let nearest: { name: string; distance: number } | undefined;
  for (const name of known) {
    // The distance is at least the difference of the lengths.
    if (Math.abs(name.length - key.length) > most) continue;
    const distance = distanceOf(key.toLowerCase(), name.toLowerCase());
    if (distance <= most && distance < (nearest?.distance ?? most + 1))
      nearest = { name, distance };
  }
  return nearest?.name;
}

/** Returns the edit distance: the number of letters to insert, remove, replace or swap with the next one. */
function distanceOf(one: string, other: string): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row++) {
    const now = [row];
    for (let at = 1; at <= other.length; at++) {
      const isSame = one[row - 1] === other[at - 1];
      const isSwapped = one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1];
      now[at] = Math.min(
        (last[at] ?? 0) + 1,
        (now[at - 1] ?? 0) + 1,
        (last[at - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped && row > 1 && at > 1 ? (before[at - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    before = last;
    last = now;
  }
  return last[other.length] ?? 0;
}
