const extension = /\.ya?ml$/;
/** Maximum number of pipeline files in a folder. */
const maxFiles = 50;

/**
 * Returns the folder whose files a repository reads with its pipeline file; undefined for none. Scripts import other
 * files themselves.
 */
export function pipelineFolderOf({
  configPath,
  configFolder,
}: {
  configPath: string;
  configFolder: string;
}): string | undefined {
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

/** Returns why these files are too many for a folder; undefined if they are not. */
export function findFolderProblem(folder: string, paths: readonly string[]): string | undefined {
  if (paths.length <= maxFiles) return undefined;
  return `${folder}: the folder has more than ${maxFiles} pipeline files`;
}
