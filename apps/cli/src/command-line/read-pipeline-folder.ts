import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { normalize } from 'node:path';
import {
  findFolderProblem,
  pipelineFolderOf,
  pipelinePathsIn,
} from '@millrace/build-host/builds/pipeline-folder';
import { StartError } from '@millrace/node-kit/start-error';
import { combineFiles, type NamedText } from '@millrace/pipeline';
import { readText, UnreadableFile } from './read-input.ts';

/**
 * Reads a pipeline file and the pipeline files of a folder as one text, like a server whose repository has this folder.
 * The file may be missing if the folder has files.
 */
export async function readPipelineFolder(file: string, folder: string): Promise<string> {
  const path = normalize(file);
  const configFolder = normalize(folder).replace(/\/+$/, '');
  if (pipelineFolderOf({ configPath: path, configFolder }) === undefined) {
    throw new StartError(`--folder needs a pipeline file in YAML, not ${file}`);
  }
  const paths = pipelinePathsIn(configFolder, await listFiles(folder), path);
  const problem = findFolderProblem(configFolder, paths);
  if (problem) throw new StartError(problem);
  if (paths.length === 0) return readText(file);
  const all = existsSync(path) ? [path, ...paths] : paths;
  return combineFiles(await Promise.all(all.map(readNamed)));
}

async function readNamed(path: string): Promise<NamedText> {
  return { path, text: await readText(path) };
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: Error) => {
    throw new UnreadableFile(folder, error);
  });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}
