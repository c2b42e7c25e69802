/** Returns a text as shells print it with `set -x` or `printf %q`, and as scripts quote it. */
export function shellForms(text: string): string[] {
  return [
    // In single quotes: bash; Python and dash, which join adjacent quotes into one pair.
    text.replaceAll("'", "'\\''"),
    text.replaceAll("'", `'"'"'`),
    text.replaceAll(/'+/g, (quotes) => `'"${quotes}"'`),
    // In SQL, YAML, PowerShell and expressions.
    text.replaceAll("'", "''"),
    // In double quotes, where only these characters are escaped.
    text.replaceAll(/["$`\\]/g, '\\$&'),
    text.replaceAll('"', '\\"'),
    // Without quotes, in bash and in libraries that escape every special character.
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

/** Escapes a text as between `$'` and `'`, with and without a locale in which other letters are printable. */
function ansiForms(text: string): string[] {
  const quoted = text
    .replaceAll(/[\\']/g, '\\$&')
    .replaceAll(/[\p{Cc}]/gu, (char) => letters[char] ?? octalEscapes(char));
  return [quoted, quoted.replaceAll(/[^\0-\x7f]+/g, octalEscapes)];
}

function octalEscapes(chars: string): string {
  return [...Buffer.from(chars)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
}

/** Returns the sections, split at ampersands, in which PowerShell prints a failed command. */
export function ampersandSections(text: string): string[] {
  // The character after `&+` is printed separately.
  const plus = text.indexOf('&+');
  const last = text.lastIndexOf('&');
  if (last < 0) return [];
  const sections =
    plus < 0
      ? [text.slice(0, last + 1), text.slice(last + 1)]
      : [text.slice(0, plus + 2), text.slice(plus + 3)];
  return sections.filter((section) => section.length >= minSectionLength);
}

/** Minimum length, because shorter sections occur in other texts too. */
const minSectionLength = 6;
