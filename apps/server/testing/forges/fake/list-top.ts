interface TopEntry {
  name: string;
  isFile: boolean;
}

/** Lists the files and folders in the top folder of a commit with these files. */
export function listTop(files: Record<string, string>): TopEntry[] {
  const entries = new Map<string, boolean>();
  for (const path of Object.keys(files)) {
    const [name = '', ...rest] = path.split('/');
    entries.set(name, rest.length === 0);
  }
  return [...entries].map(([name, isFile]) => ({ name, isFile }));
}
