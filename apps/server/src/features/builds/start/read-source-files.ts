import {
  findFolderProblem,
  pipelineFolderOf,
  pipelinePathsIn,
} from '@millrace/build-host/builds/pipeline-folder';
import { AppError } from '@millrace/contract/api-errors';
import { combineFiles, type NamedText, pipelineLimits } from '@millrace/pipeline';
import type { Repo } from '../../../domain/repo.ts';
import type { Forge, ForgeRepoRef } from '../../../forges/forge.ts';

const maxConcurrentReads = 5;

/** The folder of pipeline files exceeds a limit. */
export class TooManyFilesError extends AppError {
  constructor(message: string) {
    super(400, message);
  }
}

interface Commit {
  forge: Pick<Forge, 'readFile' | 'listFolder'>;
  /** Repository that has the commit; for a pull request, this can be a fork. */
  home: ForgeRepoRef;
  sha: string;
}

/**
 * Reads the pipeline file from a commit, followed by the files of the folder if the repository has one. Returns null
 * if there are none. Throws a {@link TooManyFilesError}.
 *
 * @param edited text that replaces the pipeline file of the commit
 */
export async function readSourceFiles(
  { configPath, configFolder }: Pick<Repo, 'configPath' | 'configFolder'>,
  commit: Commit,
  edited?: string,
): Promise<string | null> {
  const folder = pipelineFolderOf({ configPath, configFolder });
  const [main, paths] = await Promise.all([
    edited ?? commit.forge.readFile(commit.home, commit.sha, configPath),
    folder === undefined ? [] : listPaths(commit, folder, configPath),
  ]);
  if (folder === undefined || paths.length === 0) return main;
  const first = main === null ? [] : [{ path: configPath, text: main }];
  return combineFiles([...first, ...(await readAll(commit, folder, paths))]);
}

async function listPaths(
  { forge, home, sha }: Commit,
  folder: string,
  configPath: string,
): Promise<string[]> {
  const listed = await forge.listFolder(home, sha, folder);
  if (!listed) return [];
  if (!listed.isComplete) {
    throw new TooManyFilesError(`${folder}: the folder has more files than the forge lists`);
  }
  const paths = pipelinePathsIn(folder, listed.files, configPath);
  const problem = findFolderProblem(folder, paths);
  if (problem) throw new TooManyFilesError(problem);
  return paths;
}

/** Reads a few files at a time, up to the length of a pipeline file. */
async function readAll(
  { forge, home, sha }: Commit,
  folder: string,
  paths: readonly string[],
): Promise<NamedText[]> {
  const files: NamedText[] = [];
  let characters = 0;
  for (let at = 0; at < paths.length; at += maxConcurrentReads) {
    const some = paths.slice(at, at + maxConcurrentReads);
    const texts = await Promise.all(some.map((path) => forge.readFile(home, sha, path)));
    files.push(...some.map((path, index) => ({ path, text: texts[index] ?? '' })));
    characters += texts.reduce((sum, text) => sum + (text?.length ?? 0), 0);
    if (characters > pipelineLimits.characters) {
      const number = pipelineLimits.characters.toLocaleString('en');
      throw new TooManyFilesError(`${folder}: the files have more than ${number} characters`);
    }
  }
  return files;
}
