const prefix = 'millrace.pipeline-draft.';

interface Draft {
  text: string;
  /** Commit whose file was edited: a commit of the draft must not replace later changes of others. */
  commit: string;
}

/** Returns the unsaved text of this tab, which survives a reload. */
export function readDraft(key: string): Draft | undefined {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(prefix + key) ?? '');
    return isDraft(stored) ? stored : undefined;
  } catch {
    // There is none, or storage is blocked.
    return undefined;
  }
}

export function writeDraft(key: string, unsaved: Draft): void {
  try {
    sessionStorage.setItem(prefix + key, JSON.stringify(unsaved));
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

function isDraft(stored: unknown): stored is Draft {
  if (typeof stored !== 'object' || stored === null) return false;
  const { text, commit } = stored as Partial<Record<keyof Draft, unknown>>;
  return typeof text === 'string' && typeof commit === 'string';
}
