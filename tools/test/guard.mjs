// Usage: guard.mjs FILE, started by `run-folder.mjs`. Its standard input closes when the run ends, also if the
// run is killed. Then the guard removes everything that FILE says the run owns.
import { once } from 'node:events';
import { cleanUpRun } from './run-folder.mjs';

process.stdin.resume();
await once(process.stdin, 'close');
await cleanUpRun(process.argv[2]);
