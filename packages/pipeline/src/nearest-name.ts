import { createNameHint } from './name-hint.ts';

/** Names that are listed if none is similar. */
const maxListed = 20;

/** Returns the end of a message about an unknown name: the similar known one, or all of them. */
export function suggestName(name: string, known: readonly string[]): string {
  const hint = createNameHint(known)(name);
  if (hint !== '') return hint;
  if (known.length === 0 || known.length > maxListed) return '';
  return `; known names are ${known.join(', ')}`;
}
