let text = 'The server cannot be reached';

/** Returns the message for a call without a response. Browsers provide it only in English. */
export function noAnswerText(): string {
  return text;
}

/** Sets the message in the language of the page. */
export function setNoAnswerText(translated: string): void {
  text = translated;
}
