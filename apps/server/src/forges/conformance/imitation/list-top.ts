interface TopEntry {
  name: string;
  isFile: boolean;
}

/** What lies in the top folder of a commit with these files: files, and folders once. */
export function listTop(files: Record<string, string>): TopEntry[] {
  const entries = new Map<string, boolean>();
  for (const path of Object.keys(files)) {
    const [name = '', ...rest] = path.split('/');
    entries.set(name, rest.length === 0);
  }
  return [...entries].map(([name, isFile]) => ({ name, isFile }));
}
