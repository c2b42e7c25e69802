import { convertForeignFile, ForeignFileError } from '@millrace/convert';
import { StartError } from '@millrace/node-kit/start-error';

/**
 * Converts a file of another CI system and prints its notes to standard error. Returns undefined for other files.
 *
 * @throws StartError if it is such a file but cannot be read
 */
export function convertForeign(path: string, text: string): string | undefined {
  const converted = convertFile(path, text);
  if (!converted) return undefined;
  const { pipeline, notes, steps } = converted;
  const lines = notes.map(({ line, message }) => `line ${line}: ${message}`);
  lines.push(`${steps.carried} of ${steps.found} steps carried over`);
  process.stderr.write(`${lines.join('\n')}\n`);
  return pipeline;
}

function convertFile(path: string, text: string) {
  try {
    return convertForeignFile(text, { path });
  } catch (error) {
    if (error instanceof ForeignFileError) throw new StartError(`${path}: ${error.message}`);
    throw error;
  }
}
