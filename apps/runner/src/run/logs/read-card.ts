import { type Card, findCardProblem } from '@millrace/contract/card';

/**
 * Decodes a card from the base64 of its JSON and masks secrets in it; returns an error message if it is
 * invalid.
 */
export function readCard(encoded: string, maskSecrets: (text: string) => string): Card | string {
  try {
    if (!isBase64(encoded)) return 'Invalid Card';
    const json = Buffer.from(encoded, 'base64').toString('utf8');
    const value: unknown = JSON.parse(json, (_, part: unknown) => maskPart(part, maskSecrets));
    if (typeof value !== 'object' || value === null) return 'Invalid Card';
    const { schema, data } = value as Partial<Record<keyof Card, unknown>>;
    const card = { schema: typeof schema === 'string' ? schema : '', data };
    return findCardProblem(card) ?? card;
  } catch {
    return 'Invalid Card';
  }
}

/** Masks secrets in a part of the data, including names and numbers. */
function maskPart(part: unknown, maskSecrets: (text: string) => string): unknown {
  if (typeof part === 'string') return maskSecrets(part);
  if (typeof part === 'number') {
    const text = String(part);
    const masked = maskSecrets(text);
    return masked === text ? part : masked;
  }
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
  return Object.fromEntries(Object.entries(part).map(([name, of]) => [maskSecrets(name), of]));
}

export function isBase64(text: string): boolean {
  return /^[A-Za-z0-9+/]*={0,2}$/.test(text);
}
