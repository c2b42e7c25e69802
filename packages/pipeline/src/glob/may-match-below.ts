import { type Effort, withEffort } from './effort.ts';
import { matchPart } from './match-glob-part.ts';
import { splitAt } from './split-at.ts';

/** True if the pattern can match a path below this folder. If not, the folder need not be searched. */
export function mayMatchBelowFolder(pattern: string, folder: string): boolean {
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
