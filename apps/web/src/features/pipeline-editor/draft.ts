import { z } from 'zod/mini';

const prefix = 'millrace.pipeline-draft.';

const draft = z.object({
  text: z.string(),
  /** Commit whose file was edited: a commit of the draft must not replace later changes of others. */
  commit: z.string(),
});
export type Draft = z.infer<typeof draft>;

/** Returns the unsaved text of this tab, which survives a reload. */
export function readDraft(key: string): Draft | undefined {
  try {
    return draft.safeParse(JSON.parse(sessionStorage.getItem(prefix + key) ?? '')).data;
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
