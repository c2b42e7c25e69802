const prefix = 'millrace.';

/** Reads a remembered choice; storage can be blocked or full, and then nothing is remembered. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(prefix + key);
  } catch {
    return null;
  }
}

export function writeStored(key: string, value: string): void {
  try {
    localStorage.setItem(prefix + key, value);
  } catch {
    // See above.
  }
}
