const maxMs = 0xffffffff;

/**
 * Returns the milliseconds of a time in seconds, such as `0.5`, `1,234.5`, `0,5` or `2e-3`. Returns 0 if it
 * is invalid.
 */
export function readMs(text = ''): number {
  const plain = text.trim().replace(/s$/, '');
  const number = plain.includes('.') ? plain.replaceAll(',', '') : plain.replace(',', '.');
  const ms = Math.round(Number(number) * 1000);
  return ms > 0 ? Math.min(ms, maxMs) : 0;
}
