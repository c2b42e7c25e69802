const kilobyte = 1024;
const megabyte = 1024 * kilobyte;

/** A size as the notices in a log tell it. */
export function formatSize(bytes: number): string {
  if (bytes >= megabyte) return `${Number((bytes / megabyte).toFixed(1))} MB`;
  if (bytes >= kilobyte) return `${Number((bytes / kilobyte).toFixed(1))} KB`;
  return bytes === 1 ? '1 byte' : `${bytes} bytes`;
}
