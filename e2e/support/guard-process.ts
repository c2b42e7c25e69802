// Reads folder names until the writing process has ended, then kills all processes with data in these
// folders.
import { rmSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { killProcessesOf } from './processes.ts';

const folders = (await text(process.stdin)).split('\n').filter((folder) => folder !== '');
for (const folder of folders) {
  await killProcessesOf(folder);
  rmSync(folder, { recursive: true, force: true });
}
