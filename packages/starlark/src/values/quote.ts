const named: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ['\\', '\\\\'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

const special = /["\\\p{Cc}\p{Cs}]/gu;

/** The string as a literal of the language. */
export function quote(text: string): string {
  return `"${text.replace(special, (char) => named.get(char) ?? escapeCode(char))}"`;
}

function escapeCode(char: string): string {
  const code = char.charCodeAt(0);
  return code < 128
    ? `\\x${code.toString(16).padStart(2, '0')}`
    : `\\u${code.toString(16).padStart(4, '0')}`;
}
