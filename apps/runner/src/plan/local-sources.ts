import { quoteShellWord as quote } from '../shared/quote-shell.ts';

/** Sources on this machine, for a run without a server. */
export interface LocalSources {
  /** Folder with files that replace those of the commit; undefined for none. */
  files: string | undefined;
  /** Git repository with the commit of the build; undefined if the files belong to no commit. */
  repository: string | undefined;
}

/** Returns the commands that replace the files of the workspace with those of this machine. */
export function copyCommands({ files }: LocalSources): string[] {
  if (files === undefined) return [];
  return [
    'find . -mindepth 1 -maxdepth 1 ! -name .git -exec rm -rf {} +',
    `cp -RpP ${quote(`${files}/.`)} .`,
  ];
}
