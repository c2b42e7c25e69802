const declared = /^\s*<\?xml[^>]*?encoding\s*=\s*["']([\w.-]+)["']/;
const headLength = 200;

/** Decodes a file with its declared encoding, or the one that its first bytes show, by default UTF-8. */
export function decodeXml(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decode(bytes, 'utf-16le');
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decode(bytes, 'utf-16be');
  const head = Buffer.from(bytes.subarray(0, headLength)).toString('latin1');
  return decode(bytes, declared.exec(head.replace(/^ï»¿/, ''))?.[1] ?? 'utf-8');
}

function decode(bytes: Uint8Array, coding: string): string {
  try {
    return new TextDecoder(coding).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
