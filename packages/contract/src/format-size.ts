const kilobyte = 1000;
const megabyte = 1000 * kilobyte;
const gigabyte = 1000 * megabyte;

/** Formats a size: `12 bytes`, `1.6 kB`, `50 MB`, `3.1 GB`. */
export function formatSize(bytes: number): string {
  if (bytes >= gigabyte) return `${round(bytes / gigabyte)} GB`;
  if (bytes >= megabyte) return `${round(bytes / megabyte)} MB`;
  if (bytes >= kilobyte) return `${round(bytes / kilobyte)} kB`;
  return bytes === 1 ? '1 byte' : `${bytes} bytes`;
}

function round(amount: number): number {
  return Number(amount.toFixed(1));
}
