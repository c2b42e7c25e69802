import { quoteShellWord as quote } from '../shared/quote-shell.ts';

/** Sources on this machine, for a run without a server. */
export interface LocalSources {
  /** Folder with files that replace those of the commit; undefined for none. */
  files: string | undefined;
  /** Git repository with the commit of the build; undefined if the files belong to no commit. */
  repository: string | undefined;
  /** Files that earlier steps left; undefined if these steps run. */
  earlier?: EarlierFiles | undefined;
}

/** Files that replace or are added to those of the commit. */
interface EarlierFiles {
  folder: string;
  /** File with the paths to delete, each ended by a NUL character. */
  deleted: string;
  /** Time of change of the files of the commit, as `touch -t` in UTC. */
  commitTime: string;
}

/** Returns the commands that replace the files of the workspace with those of this machine. */
export function copyCommands({ files }: LocalSources): string[] {
  if (files === undefined) return [];
  return [
    'find . -mindepth 1 -maxdepth 1 ! -name .git -exec rm -rf {} +',
    `cp -RpP ${quote(`${files}/.`)} .`,
  ];
}

/**
 * Returns the commands that add the files of earlier steps. Build tools compare times, so that the files of the commit must not be
 * newer than those.
 */
export function earlierCommands({ earlier }: LocalSources): string[] {
  if (!earlier) return [];
  const { commitTime, deleted, folder } = earlier;
  return [
    `TZ=UTC0 find . -path ./.git -prune -o -type f -exec touch -t ${commitTime} {} +`,
    `xargs -0 rm -rf -- < ${quote(deleted)}`,
    `cp -RpP ${quote(`${folder}/.`)} .`,
  ];
}
