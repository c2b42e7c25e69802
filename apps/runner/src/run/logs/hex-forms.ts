/** The hex of less would be found in ordinary numbers. */
const shortestBytes = 4;
/** What stands between the bytes, or before each: `xxd -p`, `od -t x1`, fingerprints, C, URLs. */
const between = ['', ' ', ':'];
const before = ['\\x', '%'];

/** A text's bytes in hexadecimal, in both cases. */
export function hexForms(text: string): string[] {
  const bytes = Buffer.from(text);
  if (bytes.length < shortestBytes) return [];
  const digits = [...bytes].map((byte) => byte.toString(16).padStart(2, '0'));
  return [digits, digits.map((digit) => digit.toUpperCase())].flatMap((spelled) => [
    ...between.map((separator) => spelled.join(separator)),
    ...before.map((prefix) => prefix + spelled.join(prefix)),
  ]);
}
