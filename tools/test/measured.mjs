// Usage: measured.mjs FILE COMMAND ARGUMENT…. Runs a command, and writes the processor seconds of its process
// tree to a file. A process counts when its parent has waited for it, so the time of processes that outlive
// their parent is missing, as is that of a Docker engine that was already running.
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

/** The kernel reports times to programs in this unit on every platform. */
const ticksPerSecond = 100;

const [file, command, ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: 'inherit' });
// A terminal sends Ctrl-C to the command too.
process.on('SIGINT', () => {});
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.once('error', (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 127;
});
child.once('exit', (code, signal) => {
  process.exitCode = signal ? 1 : code;
  writeFileSync(file, JSON.stringify({ processorSeconds: readProcessorSeconds() }));
});

/** Returns undefined on systems other than Linux. */
function readProcessorSeconds() {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    // The name of the program, in parentheses, may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [user, system] = [Number(fields[13]), Number(fields[14])];
    return (user + system) / ticksPerSecond;
  } catch {
    return undefined;
  }
}
