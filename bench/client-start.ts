// Start of client commands, from the npm package, beside the client of the original: a small file is
// checked and planned in turns. `npm run bench -- client-start 30` chooses the rounds. MILLRACE_TEST_DRONE_CLI names
// the program `drone`; without it, the commands are compared with an empty start of Node.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { median, print } from './support/statistics.ts';

const rounds = Number(process.argv[2] ?? 30);
const run = promisify(execFile);
const file =
  'kind: pipeline\ntype: docker\nname: mill\nsteps:\n- name: grind\n  image: alpine\n  commands: [ls]\n';

const folder = await mkdtemp(join(tmpdir(), 'millrace-bench-client-'));
try {
  await run(process.execPath, [join(import.meta.dirname, '../tools/package/pack.mjs'), folder]);
  const path = join(folder, '.drone.yml');
  await writeFile(path, file);
  const program = join(folder, 'millrace/bin/millrace.js');
  const drone = process.env.MILLRACE_TEST_DRONE_CLI;
  const commands = new Map([
    ['an empty start of Node', [process.execPath, '-e', '0']],
    ...(drone ? [['drone lint', [drone, 'lint', path]] as const] : []),
    ['millrace lint', [process.execPath, program, 'lint', path]],
    ['millrace plan', [process.execPath, program, 'plan', path]],
  ]);
  const times = new Map<string, number[]>();
  for (let round = 0; round <= rounds; round++) {
    for (const [name, [command = '', ...args]] of commands) {
      const startedAt = performance.now();
      await run(command, args, { cwd: folder });
      // The first start keeps compiled code for the next ones.
      if (round === 0) times.set(name, []);
      else times.get(name)?.push(performance.now() - startedAt);
    }
  }
  const base = median(times.get(drone ? 'drone lint' : 'an empty start of Node') ?? []);
  for (const [name, all] of times) {
    print(`${name}: ${median(all).toFixed(0)} ms, ratio ${(median(all) / base).toFixed(1)}`);
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
