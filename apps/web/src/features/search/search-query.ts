export interface SearchQuery {
  /** The typed text, trimmed. */
  text: string;
  /**
   * Part that names repositories: before a build number or further words, or a whole text with a slash.
   * Otherwise empty.
   */
  repo: string;
  /** Text after the repository. */
  rest: string;
  /** Build number, as in `#12`, `12`, `octo/app 12` and `octo/app#12`. */
  number: number | null;
}

const numberAlone = /^#?(\d{1,9})$/;
const repoAndNumber = /^(\S+?)(?:\s+#?|#)(\d{1,9})$/;
const repoAndRest = /^(\S*\/\S*)\s+(.+)$/;

export function parseQuery(typed: string): SearchQuery {
  const text = typed.trim();
  const alone = numberAlone.exec(text);
  if (alone) return { text, repo: '', rest: '', number: Number(alone[1]) };
  const [, repo = '', number] = repoAndNumber.exec(text) ?? [];
  if (number) return { text, repo, rest: '', number: Number(number) };
  const [, slug = '', rest = ''] = repoAndRest.exec(text) ?? [];
  if (slug) return { text, repo: slug, rest, number: null };
  return { text, repo: text.includes('/') ? text : '', rest: '', number: null };
}
