import { type Card, findCardProblem } from '@millrace/contract/card';

/** The card behind the base64 of its JSON, without secrets; a text where it is none. */
export function readCard(encoded: string, maskSecrets: (text: string) => string): Card | string {
  try {
    if (!isBase64(encoded)) return 'Invalid Card';
    const json = Buffer.from(encoded, 'base64').toString('utf8');
    const value: unknown = JSON.parse(json, (_, part: unknown) =>
      typeof part === 'string' ? maskSecrets(part) : part,
    );
    if (typeof value !== 'object' || value === null) return 'Invalid Card';
    const { schema, data } = value as Partial<Record<keyof Card, unknown>>;
    const card = { schema: typeof schema === 'string' ? schema : '', data };
    return findCardProblem(card) ?? card;
  } catch {
    return 'Invalid Card';
  }
}

export function isBase64(text: string): boolean {
  return /^[A-Za-z0-9+/]*={0,2}$/.test(text);
}
