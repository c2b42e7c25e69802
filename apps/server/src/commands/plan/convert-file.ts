import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { namePipelineFile } from '@millrace/contract/pipeline';
import { StartError } from '@millrace/node-kit/start-error';
import { convertConfig } from '../../features/templates/convert-config.ts';
import { PipelineReader } from '../../pipeline-files/pipeline-reader.ts';
import { AppError } from '../../shared/errors.ts';
import { readText } from '../read-input.ts';
import { readPipelineFolder } from '../read-pipeline-folder.ts';
import type { BuildFacts } from './build-facts.ts';
import { type CommitTexts, dryRepo, dryRequest } from './dry-facts.ts';

/** Maximum number of files that a script imports. A server has a setting. */
const maxImports = 50;

/** Reads a file that a script imports, from the folder of the script or below. */
function readBeside(path: string): (imported: string) => Promise<string | null> {
  return (imported) => readFile(join(dirname(path), imported), 'utf8').catch(() => null);
}

interface Conversion {
  /** Returns the text of a template. Templates are stored on a server, so by default there are none. */
  findTemplate?: (namespace: string, name: string) => Promise<string | undefined>;
  texts?: CommitTexts;
  /** Folder whose pipeline files are read too. */
  folder?: string | undefined;
}

/**
 * Returns the pipeline YAML that a server would create from a file: runs scripts, and converts the format
 * from before `kind: pipeline`.
 */
export async function convertFile(
  path: string,
  facts: BuildFacts,
  { findTemplate = async () => undefined, texts, folder }: Conversion = {},
): Promise<string> {
  const text = folder === undefined ? await readText(path) : await readPipelineFolder(path, folder);
  const repo = dryRepo(facts, basename(path));
  const pipelineReader = new PipelineReader();
  try {
    return await convertConfig(
      { findTemplate, pipelineReader, imports: { max: maxImports, read: readBeside(path) } },
      repo,
      dryRequest(facts, texts),
      text,
    );
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // Errors of scripts already start with the file name.
    const isNamed = error.message.startsWith(`${basename(path)}: `);
    throw new StartError(isNamed ? error.message : namePipelineFile(path, text, error.message));
  }
}
