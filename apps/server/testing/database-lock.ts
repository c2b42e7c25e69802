import { spawn } from 'node:child_process';
import { once } from 'node:events';

const script = `
  const { DatabaseSync } = require('node:sqlite');
  const db = new DatabaseSync(process.argv[1], { timeout: 10_000 });
  db.exec(process.argv[2]);
  console.log('locked');
  process.stdin.resume().on('end', () => { db.exec('rollback'); db.close(); });
`;

/** Starts another process that locks the database until it is released. */
export async function lockDatabase(path: string, begin = 'begin immediate') {
  const child = spawn(process.execPath, ['-e', script, path, begin], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return {
    async release(): Promise<void> {
      child.stdin.end();
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}
