import { matchPart } from './match-glob-part.ts';
import { splitAt } from './split-at.ts';

/** Whether the pattern can match anything below this folder: what cannot need not be looked at. */
export function mayMatchBelow(pattern: string, folder: string): boolean {
  const parts = splitAt(pattern, '/');
  const names = folder === '' ? [] : folder.split('/');
  for (const [at, name] of names.entries()) {
    const part = parts[at];
    if (part === undefined) return false;
    if (part === '**') return true;
    if (matchPart(part, name) !== 'yes') return false;
  }
  return parts.length > names.length;
}
