/** `830 kB`, `5.2 MB`. */
export function formatSize(length: number): string {
  return length < 1_000_000
    ? `${Math.max(1, Math.round(length / 1000))} kB`
    : `${(length / 1_000_000).toFixed(1)} MB`;
}
