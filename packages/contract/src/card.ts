/** What a step shows beside its log: the address of a template, and the data for it. */
export interface Card {
  schema: string;
  data: unknown;
}

/** Largest card that is taken, in bytes of its data's JSON. */
export const maxCardBytes = 64 * 1024;
const maxSchemaLength = 2048;

/** Why a card is not taken; null when it is. */
export function findCardProblem({ schema, data }: Card): string | null {
  if (typeof schema !== 'string' || schema.length > maxSchemaLength || !isWebAddress(schema)) {
    return 'Invalid Card Schema';
  }
  if (data === undefined || data === null) return 'Invalid Card Data';
  try {
    const { length } = new TextEncoder().encode(JSON.stringify(data));
    return length > maxCardBytes ? 'Card is too large' : null;
  } catch {
    // Nested too deep to be written.
    return 'Invalid Card Data';
  }
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text) && URL.canParse(text);
}
