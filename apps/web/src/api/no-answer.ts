let text = 'The server cannot be reached';

/** What a call says that got no answer. Browsers say "Failed to fetch" and the like, in English. */
export function noAnswerText(): string {
  return text;
}

/** Sets the text in the language of the page. */
export function setNoAnswerText(translated: string): void {
  text = translated;
}
