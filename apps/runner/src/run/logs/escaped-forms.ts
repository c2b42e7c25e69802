/** Escapes a text as in URLs, in several variants, because encoders escape different characters. */
export function urlForms(text: string): string[] {
  const component = encodeURIComponent(text);
  const strict = component.replaceAll(/[!'()*]/g, percentEscape);
  const form = new URLSearchParams([['', text]]).toString().slice(1);
  const forms = [component, strict, strict.replaceAll('%2F', '/'), encodeURI(text), form];
  const spaced = forms.flatMap((each) => [each, each.replaceAll('%20', '+')]);
  return [...new Set([...spaced, ...spaced.map(lowerEscapes)])];
}

/**
 * Returns escapes with lower-case hex digits, which some encoders write although the standard requires upper
 * case.
 */
export function lowerEscapes(text: string): string {
  return text.replaceAll(/%../g, (code) => code.toLowerCase());
}

/**
 * Characters that some JSON encoders escape in addition to the required ones: none, markup, Go, Python, markup
 * and Python, .NET.
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
  // Replaces only the characters that change, because most of a long text stays unchanged.
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
