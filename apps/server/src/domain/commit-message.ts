const titleLimit = 2000;

/** First line and whole text of a commit message, as a build shows them. */
export function splitMessage(text: string): { title: string; message: string } {
  const message = text.trim().slice(0, titleLimit);
  return { title: message.split('\n', 1)[0] ?? '', message };
}

/** True when the author asked for no build: `[ci skip]`, `[skip ci]`, `***no_ci***` and their kin. */
export function asksToSkip(text: string): boolean {
  return /\[(?:ci skip|skip ci|no ci|ci-skip|skip-ci)\]|\*{3}no_ci\*{3}/i.test(text);
}
