const declared = /^\s*<\?xml[^>]*?encoding\s*=\s*["']([\w.-]+)["']/;
const headLength = 200;

/** The text of a file in the coding that it says, or that its first bytes show; UTF-8 else. */
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
