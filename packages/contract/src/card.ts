/** Content that a step displays beside its log: the URL of a template, and the data for it. */
export interface Card {
  schema: string;
  data: unknown;
}

/** Maximum size of a card, in bytes of its JSON data. */
export const maxCardBytes = 64 * 1024;
const maxSchemaLength = 2048;

/** Returns why a card is rejected; null if it is valid. */
export function findCardProblem({ schema, data }: Card): string | null {
  if (typeof schema !== 'string' || schema.length > maxSchemaLength || !isWebAddress(schema)) {
    return 'Invalid Card Schema';
  }
  if (data === undefined || data === null) return 'Invalid Card Data';
  try {
    const { length } = new TextEncoder().encode(JSON.stringify(data));
    return length > maxCardBytes ? 'Card is too large' : null;
  } catch {
    // Nested too deeply to serialize.
    return 'Invalid Card Data';
  }
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text) && URL.canParse(text);
}
