// Reads the names of folders until whoever writes them is gone, then ends all that has its data there.
import { rmSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { killProcessesOf } from './processes.ts';

const folders = (await text(process.stdin)).split('\n').filter((folder) => folder !== '');
for (const folder of folders) {
  await killProcessesOf(folder);
  rmSync(folder, { recursive: true, force: true });
}
