const mostMs = 0xffffffff;

/** Milliseconds of a time in seconds: `0.5`, `1,234.5`, `0,5`, `2e-3`; 0 for what is none. */
export function readMs(text = ''): number {
  const plain = text.trim().replace(/s$/, '');
  const number = plain.includes('.') ? plain.replaceAll(',', '') : plain.replace(',', '.');
  const ms = Math.round(Number(number) * 1000);
  return ms > 0 ? Math.min(ms, mostMs) : 0;
}
