/** Returns a text as shells print it with `set -x` or `printf %q`, and as scripts quote it. */
export function shellForms(text: string): string[] {
  return [
    // In single quotes: bash, and Python and dash, which combine several quotes into one pair.
    text.replaceAll("'", "'\\''"),
    text.replaceAll("'", `'"'"'`),
    text.replaceAll(/'+/g, (quotes) => `'"${quotes}"'`),
    // SQL, YAML, PowerShell, expressions.
    text.replaceAll("'", "''"),
    // In double quotes, and where only these are escaped.
    text.replaceAll(/["$`\\]/g, '\\$&'),
    text.replaceAll('"', '\\"'),
    // Without quotes: bash, and libraries that escape every special character.
    text.replaceAll(bashSpecial, '\\$&'),
    text.replaceAll(bashSpecialInWord, '\\$&'),
    text.replaceAll(/[^\w\-.,:+/@]/gu, '\\$&'),
    ...ansiForms(text),
  ];
}

/** Characters that `printf %q` escapes at the beginning of a word, and within one. */
const bashSpecial = /[ \t'"\\|&;()<>!{}*[\]?^$`,]|(?<=^|[=:])~|^#/g;
const bashSpecialInWord = /[ \t'"\\|&;()<>!{}*[\]?^$`,]|(?<=[=:])~/g;

const letters: Record<string, string> = {
  '\u0007': '\\a',
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\v': '\\v',
  '\f': '\\f',
  '\r': '\\r',
  '\u001b': '\\E',
};

/** Between `$'` and `'`, with or without a locale in which other letters are printable. */
function ansiForms(text: string): string[] {
  const quoted = text
    .replaceAll(/[\\']/g, '\\$&')
    .replaceAll(/[\p{Cc}]/gu, (char) => letters[char] ?? octalEscapes(char));
  return [quoted, quoted.replaceAll(/[^\0-\x7f]+/g, octalEscapes)];
}

function octalEscapes(chars: string): string {
  return [...Buffer.from(chars)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
}

/** PowerShell prints a failed command in sections, which it splits at ampersands. */
export function ampersandSections(text: string): string[] {
  // The character after `&+` is printed by itself.
  const plus = text.indexOf('&+');
  const last = text.lastIndexOf('&');
  if (last < 0) return [];
  const sections =
    plus < 0
      ? [text.slice(0, last + 1), text.slice(last + 1)]
      : [text.slice(0, plus + 2), text.slice(plus + 3)];
  return sections.filter((section) => section.length >= minSectionLength);
}

/** Shorter sections occur in other texts too. */
const minSectionLength = 6;
