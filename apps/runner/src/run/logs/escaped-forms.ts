/** A text as it stands in URLs: what is escaped, and how, differs from one encoder to the next. */
export function urlForms(text: string): string[] {
  const component = encodeURIComponent(text);
  const strict = component.replaceAll(/[!'()*]/g, percentEscape);
  const form = new URLSearchParams([['', text]]).toString().slice(1);
  const forms = [component, strict, strict.replaceAll('%2F', '/'), encodeURI(text), form];
  const spaced = forms.flatMap((each) => [each, each.replaceAll('%20', '+')]);
  return [...new Set([...spaced, ...spaced.map(lowerEscapes)])];
}

/** Upper-case hex, as the standard wants it, is not what every encoder writes. */
export function lowerEscapes(text: string): string {
  return text.replaceAll(/%../g, (code) => code.toLowerCase());
}

/** What JSON encoders escape beside what they must: markup, Go, Python, both, .NET. */
const escapedSets = [
  /(?!)/,
  /[<>&]/,
  /[<>&\u2028\u2029]/,
  /[^\0-\x7f]/,
  /[<>&]|[^\0-\x7f]/,
  /[<>&'"+`]|[^\0-\x7f]/,
];

/** A text within a JSON string, and within JSON that is itself in a JSON string. */
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
  // Most characters of a long text stay as they are: only the others are looked at one by one.
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
