import { type Effort, withEffort } from './effort.ts';
import { matchPart } from './match-glob-part.ts';
import { splitAt } from './split-at.ts';

/** Whether the pattern can match anything below this folder: what cannot need not be looked at. */
export function mayMatchBelow(pattern: string, folder: string): boolean {
  return withEffort((effort) => matchFolder(pattern, folder, effort));
}

function matchFolder(pattern: string, folder: string, effort: Effort): boolean {
  const parts = splitAt(pattern, '/');
  const names = folder === '' ? [] : folder.split('/');
  for (const [at, name] of names.entries()) {
    const part = parts[at];
    if (part === undefined) return false;
    if (part === '**') return true;
    if (matchPart(part, name, effort) !== 'yes') return false;
  }
  return parts.length > names.length;
}
