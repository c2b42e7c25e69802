import type { OutputText } from '../model.ts';

/**
 * Escapes a text of another system, so that it reaches the step unchanged: a pipeline file replaces `${NAME}`, `$$`,
 * `\\` and `\/` in its whole text.
 */
export function escapeText(text: string): OutputText {
  return text.replaceAll(/\$(?=[${])|\\(?=[\\/])/g, '$&$&');
}

/** Control characters, which a YAML file can only have as an escape sequence. */
export function removeControls(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\t\n\x20-\x7E\xA0-\uD7FF\uE003-\uFFFD\u{10000}-\u{10FFFF}]/gu, ' ');
}
