/** Escapes a text as in URLs. Encoders differ in which characters they escape, and how. */
export function urlForms(text: string): string[] {
  const component = encodeURIComponent(text);
  const strict = component.replaceAll(/[!'()*]/g, percentEscape);
  const form = new URLSearchParams([['', text]]).toString().slice(1);
  const forms = [component, strict, strict.replaceAll('%2F', '/'), encodeURI(text), form];
  const spaced = forms.flatMap((each) => [each, each.replaceAll('%20', '+')]);
  return [...new Set([...spaced, ...spaced.map(lowerEscapes)])];
}

/** The standard requires upper-case hex, but not every encoder writes it. */
export function lowerEscapes(text: string): string {
  return text.replaceAll(/%../g, (code) => code.toLowerCase());
}

/**
 * Characters that JSON encoders escape in addition to the required ones: markup, Go, Python, both, .NET.
 */
const escapedSets = [
  /(?!)/,
  /[<>&]/,
  /[<>&\u2028\u2029]/,
  /[^\0-\x7f]/,
  /[<>&]|[^\0-\x7f]/,
  /[<>&'"+`]|[^\0-\x7f]/,
];

/** Escapes a text as in a JSON string, and as in JSON within a JSON string. */
export function jsonForms(text: string): string[] {
  const forms = escapedSets.flatMap((set) => [
    escapeEach(text, set, (hex) => hex),
    escapeEach(text, set, (hex) => hex.toUpperCase()),
  ]);
  const slashed = forms.map((form) => form.replaceAll('/', '\\/'));
  return [...new Set([...forms, ...slashed, jsonEscape(jsonEscape(text))])];
}

export function jsonEscape(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function escapeEach(text: string, set: RegExp, spell: (hex: string) => string): string {
  // Most characters of a long text stay unchanged, so only the others are handled one by one.
  const changed = new RegExp(`${set.source}|["\\\\\\0-\\x1f]|\\p{Cs}`, 'gu');
  return text.replaceAll(changed, (char) => {
    if (!set.test(char)) return jsonEscape(char).replace(/(?<=^\\u).{4}$/, spell);
    return char
      .split('')
      .map((unit) => `\\u${spell(hexOf(unit, 4))}`)
      .join('');
  });
}

function percentEscape(char: string): string {
  return `%${hexOf(char, 2).toUpperCase()}`;
}

function hexOf(unit: string, length: number): string {
  return unit.charCodeAt(0).toString(16).padStart(length, '0');
}
