import { readFile } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { convertConfig } from '@millrace/build-host/conversion/convert-config';
import { fillIncludes } from '@millrace/build-host/pipeline-files/fill-includes';
import { PipelineReader } from '@millrace/build-host/pipeline-files/pipeline-reader';
import { AppError, badRequest } from '@millrace/contract/api-errors';
import { StartError } from '@millrace/node-kit/start-error';
import { type Include, namePipelineFile } from '@millrace/pipeline';
import { readText } from '../../command-line/read-input.ts';
import { readPipelineFolder } from '../../command-line/read-pipeline-folder.ts';
import type { BuildFacts } from './build-facts.ts';
import { type CommitTexts, dryRepo, dryRequest } from './dry-facts.ts';

/** Maximum number of files that a script imports. A server has a setting. */
const maxImports = 50;

/** Reads a file that a script imports. */
function readImported(root: string): (imported: string) => Promise<string | null> {
  return (imported) => readFile(join(root, imported), 'utf8').catch(() => null);
}

/** Reads a file that a pipeline file includes, from the same folder of sources. */
function readIncluded(root: string): (include: Include) => Promise<string> {
  return async ({ path, repository }) => {
    if (repository !== '') {
      throw badRequest(`only a server can include ${path} of the repository ${repository}`);
    }
    return readFile(join(root, path), 'utf8').catch(() => {
      throw badRequest(`there is no file ${path} in ${root}`);
    });
  };
}

interface Conversion {
  /** Returns the text of a template. Templates are stored on a server, so by default there are none. */
  findTemplate?: (namespace: string, name: string) => Promise<string | undefined>;
  texts?: CommitTexts;
  /** Text of the file, if it was read already. */
  text?: string | undefined;
  /** Folder whose pipeline files are read too. */
  folder?: string | undefined;
  /** Top of the repository, by default the current folder; of a file elsewhere, its own folder. */
  root?: string;
}

/** Returns the path of a file in its repository, as in the repository's settings on a server. */
function relativeTo(root: string, path: string): { root: string; file: string } {
  const file = relative(root, resolve(path));
  const isInside = file !== '' && !/^\.\.(?:[\\/]|$)/.test(file) && !isAbsolute(file);
  return isInside ? { root, file } : { root: dirname(path), file: basename(path) };
}

/**
 * Returns the pipeline YAML that a server would create from a file: runs scripts, and converts the format
 * from before `kind: pipeline`.
 */
export async function convertFile(
  path: string,
  facts: BuildFacts,
  {
    findTemplate = async () => undefined,
    texts,
    text: given,
    folder,
    root: top = process.cwd(),
  }: Conversion = {},
): Promise<string> {
  const { root, file } = relativeTo(top, path);
  const text =
    folder === undefined
      ? (given ?? (await readText(path)))
      : await readPipelineFolder(path, folder);
  const repo = dryRepo(facts, file);
  const pipelineReader = new PipelineReader();
  try {
    const filled = await fillIncludes(
      { pipelineReader, read: readIncluded(root) },
      { key: repo.slug, file, text },
    );
    return await convertConfig(
      { findTemplate, pipelineReader, imports: { max: maxImports, read: readImported(root) } },
      repo,
      dryRequest(facts, texts),
      filled,
    );
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // Errors of scripts already start with the file name.
    const isNamed = error.message.startsWith(`${file}: `);
    throw new StartError(isNamed ? error.message : namePipelineFile(path, text, error.message));
  }
}
