import type { Repo } from './repo.ts';

const extension = /\.ya?ml$/;

/**
 * Returns the folder whose files a repository reads with its pipeline file; undefined for none. Scripts import other
 * files themselves.
 */
export function pipelineFolderOf({
  configPath,
  configFolder,
}: Pick<Repo, 'configPath' | 'configFolder'>): string | undefined {
  return configFolder !== '' && extension.test(configPath) ? configFolder : undefined;
}

/** Lists the paths of the pipeline files among the files of a folder, in the order in which they are read. */
export function pipelinePathsIn(
  folder: string,
  names: readonly string[],
  configPath = '',
): string[] {
  return names
    .filter((name) => extension.test(name))
    .sort()
    .map((name) => `${folder}/${name}`)
    .filter((path) => path !== configPath);
}
