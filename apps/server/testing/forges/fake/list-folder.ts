interface FolderEntry {
  name: string;
  isFile: boolean;
}

/** Lists the files and folders in a folder of a commit with these files; undefined if there is no such folder. */
export function listFolder(
  files: Record<string, string>,
  folder: string,
): FolderEntry[] | undefined {
  const start = folder === '' ? '' : `${folder}/`;
  const entries = new Map<string, boolean>();
  for (const path of Object.keys(files).filter((path) => path.startsWith(start))) {
    const [name = '', ...rest] = path.slice(start.length).split('/');
    entries.set(name, rest.length === 0);
  }
  if (folder !== '' && entries.size === 0) return undefined;
  return [...entries].map(([name, isFile]) => ({ name, isFile }));
}
