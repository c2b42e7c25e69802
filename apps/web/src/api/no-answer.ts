let text = 'The server cannot be reached';

/** Returns the message of a call without an answer. The messages of browsers are in English alone. */
export function noAnswerText(): string {
  return text;
}

/** Sets the text in the language of the page. */
export function setNoAnswerText(translated: string): void {
  text = translated;
}
