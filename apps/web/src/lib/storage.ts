const prefix = 'millrace.';

/** Reads a stored preference. Returns null if storage is blocked. */
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
    // Storage may be blocked or full. The preference is then not remembered.
  }
}
