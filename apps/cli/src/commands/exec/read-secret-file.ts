import { parseEnv } from 'node:util';
import type { StageSecret } from '@millrace/contract/runner';
import { StartError } from '@millrace/node-kit/start-error';
import { readText } from '../../command-line/read-input.ts';

/** An entry, a comment or an empty line. Only a value in quotes may have several lines. */
const entryPattern =
  /[^\S\n]*(?:(?:export[^\S\n]+)?[^\s=#]+[^\S\n]*=[^\S\n]*(?:(?:"[^"]*"|'[^']*'|`[^`]*`)|(?!["'`]))[^\n]*|(?:#[^\n]*)?)(?:\n|$)/y;

/** Reads secrets from a file with lines `NAME=value`. */
export async function readSecretFile(path: string): Promise<StageSecret[]> {
  const text = (await readText(path)).replaceAll('\r\n', '\n');
  requireEntries(path, text);
  return Object.entries(parseEnv(text)).map(([name, data = '']) => ({ name, data }));
}

/** Rejects lines that the parser would ignore, such as those of a key that is not in quotes. */
function requireEntries(path: string, text: string): void {
  entryPattern.lastIndex = 0;
  while (entryPattern.lastIndex < text.length) {
    const at = entryPattern.lastIndex;
    if (entryPattern.test(text)) continue;
    const line = text.slice(0, at).split('\n').length;
    throw new StartError(
      `${path}, line ${line}: expected NAME=value. Enclose a value of several lines in double quotes.`,
    );
  }
}
