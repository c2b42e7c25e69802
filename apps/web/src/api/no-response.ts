let text = 'The server cannot be reached';

/** Returns the message for a call without a response. Browsers provide it only in English. */
export function noResponseText(): string {
  return text;
}

/** Sets the message in the language of the page. */
export function setNoResponseText(translated: string): void {
  text = translated;
}
