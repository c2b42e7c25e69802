import { readFile } from 'node:fs/promises';
import { parsePipelineFile } from '@millrace/contract/pipeline';
import { StartError } from '../shared/start-error.ts';
import { say } from './say.ts';

/** `millrace lint FILE…`: a line per finding, exit code 1 when a file has an error. */
export async function lint(files: readonly string[]): Promise<number> {
  if (files.length === 0) throw new StartError('Usage: millrace lint FILE…');
  let errors = 0;
  for (const file of files) {
    const text = await readFile(file, 'utf8').catch((error: Error) => {
      throw new StartError(`${file} cannot be read: ${error.message}`);
    });
    for (const { severity, document, line, column, message } of parsePipelineFile(text).problems) {
      const place = document > 1 ? `document ${document}: ` : '';
      say(`${file}:${line}:${column}: ${severity}: ${place}${message}`);
      if (severity === 'error') errors++;
    }
  }
  return errors > 0 ? 1 : 0;
}
