const plainWord = /^[\w@%+=:,./-]+$/;

/** Quotes one word of a POSIX shell command, whatever characters it contains. */
export function quoteShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Like {@link quoteShell}, but omits unnecessary quotes, for commands shown to people. */
export function quoteShellWord(text: string): string {
  return plainWord.test(text) ? text : quoteShell(text);
}
