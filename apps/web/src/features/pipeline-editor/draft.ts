const prefix = 'millrace.pipeline-draft.';

/** Returns the unsaved text of this tab, which survives a reload. Returns null if there is none. */
export function readDraft(key: string): string | null {
  try {
    return sessionStorage.getItem(prefix + key);
  } catch {
    return null;
  }
}

export function writeDraft(key: string, text: string): void {
  try {
    sessionStorage.setItem(prefix + key, text);
  } catch {
    // Storage may be blocked or full. The text is then lost with the page.
  }
}

export function dropDraft(key: string): void {
  try {
    sessionStorage.removeItem(prefix + key);
  } catch {
    // Storage may be blocked.
  }
}
