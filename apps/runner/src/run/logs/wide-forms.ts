const isAscii = /^[\0-\x7f]*$/;
const outerZeros = /^\0+|\0+$/g;
/**
 * Characters without information in UTF-16 that is read as UTF-8: replacements of invalid bytes, and zeros
 * between letters.
 */
const indistinct = /[\0\ufffd]/g;
const shortestDistinct = 2;

/** Returns a text in UTF-16, as Windows programs print it, read as UTF-8 and byte by byte. */
export function wideForms(text: string): string[] {
  const little = Buffer.from(text, 'utf16le');
  if (isAscii.test(text)) return [little.toString('latin1', 0, little.length - 1)];
  return [little, Buffer.from(little).swap16()]
    .flatMap((bytes) => [bytes.toString('utf8'), bytes.toString('latin1')])
    .map((form) => form.replaceAll(outerZeros, ''))
    .filter((form) => form.replaceAll(indistinct, '').length >= shortestDistinct);
}
