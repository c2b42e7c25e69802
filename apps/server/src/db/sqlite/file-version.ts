import type { Sqlite } from './node-sqlite.ts';

/**
 * Returns a function that returns another number after every commit to the file. Commits of this process count at once. Those of
 * other processes are looked for once in each turn of the event loop, because each look locks the file.
 */
export function createFileVersion(writer: Sqlite, reader: Sqlite): () => number {
  let version = 0;
  let ownRuns = 0;
  let commits = 0;
  let hasLooked = false;
  const look = () => {
    hasLooked = true;
    setImmediate(() => {
      hasLooked = false;
    }).unref();
    const found = reader.countCommits();
    if (writer.runs !== ownRuns || found !== commits) version++;
    ownRuns = writer.runs;
    commits = found;
  };
  return () => {
    // A commit of this process changes both numbers, which are read together so that it counts once.
    if (!hasLooked || writer.runs !== ownRuns) look();
    return version;
  };
}
