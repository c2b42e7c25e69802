const kilobyte = 1000;
const megabyte = 1000 * kilobyte;

/** Formats a size: `12 bytes`, `1.6 kB`, `50 MB`. */
export function formatSize(bytes: number): string {
  if (bytes >= megabyte) return `${round(bytes / megabyte)} MB`;
  if (bytes >= kilobyte) return `${round(bytes / kilobyte)} kB`;
  return bytes === 1 ? '1 byte' : `${bytes} bytes`;
}

function round(amount: number): number {
  return Number(amount.toFixed(1));
}
