// CPU time of masking a million lines of ordinary build output, lines of 64 kB, hostile texts and terminals; time and
// memory of preparing 500 secrets of 4 kB, and of the first output with parts of 500 secrets that begin and end alike.
// Medians. With the folder of another checkout as argument, it measures both, alternating between them, and prints the
// median ratio as the last column.
import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createRandom } from '@millrace/test-support/random';
import { median, print } from './support/statistics.ts';

type Runner = Pick<
  typeof import('../apps/runner/src/run/logs/secret-mask.ts') &
    typeof import('../apps/runner/src/run/step-extensions/terminals/terminal-mask.ts'),
  'createSecretMask' | 'prepareTerminalMask'
>;

/** Figures of a new process. */
interface Figures {
  cpuMs: number;
  retainedMB: number;
  peakMB: number;
}

/** Work of a new process, because memory and the first output can be measured only once. */
type Task = (runner: Runner) => Promise<() => unknown>;

const rounds = 5;
const processRounds = 3;
const lineCount = 1_000_000;
const longLineChars = 64 * 1024;
const nestedCount = 500;
const nestedLength = 2000;
const mega = 1024 * 1024;
const checkouts = [join(import.meta.dirname, '..'), ...process.argv.slice(2, 3)];
const random = createRandom(3);
const whole = (limit: number) => Math.floor(random.upTo(limit));
const tasks: Record<string, Task> = {
  'Preparing 500 secrets of 4 kB': async ({ createSecretMask }) => {
    const secrets = randomSecrets(500, 4096);
    return () => createSecretMask(secrets);
  },
  'The first line of 64 kB with parts of secrets that begin and end alike': async (runner) => {
    const mask = await runner.createSecretMask(nested());
    return () => mask(partsOfNested());
  },
  'The same output of a terminal': async ({ prepareTerminalMask }) => {
    const create = await prepareTerminalMask(nested());
    const mask = create();
    return () => [mask, mask.push(Buffer.from(partsOfNested()))];
  },
};

if (process.send) await sendFigures();
else await measureAll();

async function measureAll(): Promise<void> {
  const runners = await Promise.all(checkouts.map(load));
  const lines = Array.from({ length: lineCount }, ordinaryLine);
  const longLines = Array.from({ length: 100 }, (_, at) =>
    lines
      .slice(at * 2000, at * 2000 + 2000)
      .join('')
      .replaceAll('\n', ' ')
      .slice(0, longLineChars),
  );
  const many = randomSecrets(500, 40);
  print('Masking, ns per line of ordinary output');
  for (const count of [1, 20, 500]) {
    await compareLines(`${count} secrets`, runners, many.slice(0, count), lines, lineCount);
  }
  await compareLines(
    '20 secrets and short ones',
    runners,
    [...many.slice(0, 20), 'ab1', 'x9'],
    lines,
    lineCount,
  );
  const colored = lines
    .slice(0, 200_000)
    .map((line) => `\u001b[32m${line.slice(0, -1)}\u001b[0m\n`);
  await compareLines('20 secrets, colors', runners, many.slice(0, 20), colored, colored.length);
  const printed = lines.slice(0, 200_000).map((line, at) => `${many[at % 20]} ${line}`);
  await compareLines(
    '20 secrets, one in each line',
    runners,
    many.slice(0, 20),
    printed,
    printed.length,
  );
  print('Masking, ns per character of lines of 64 kB');
  const chars = longLines.length * longLineChars;
  for (const count of [1, 20, 500]) {
    await compareLines(`${count} secrets`, runners, many.slice(0, count), longLines, chars);
  }
  const hostile: [name: string, secrets: string[], piece: string][] = [
    ['500 secrets that begin alike', alike(500), 'ab'],
    ['secrets of every length to 500', everyLength(500), 'a'],
    ['one letter, a secret of 10,001 letters', [`${'a'.repeat(10_000)}b`], 'a'],
    ['16,000 lines that begin alike', [similarLines(16_000)], 'prefix-of-line-1 '],
  ];
  for (const [name, secrets, piece] of hostile) {
    const text = piece.repeat(Math.ceil(longLineChars / piece.length));
    const texts = cut(text.repeat(8), longLineChars).slice(0, 8);
    await compareLines(name, runners, secrets, texts, texts.length * longLineChars);
  }
  print('Masking of a terminal, ns per character');
  const output = lines
    .slice(0, 10_000)
    .join('')
    .slice(0, 4 * longLineChars);
  await compareTerminals('20 secrets, ordinary lines', runners, many.slice(0, 20), output);
  await compareTerminals('500 secrets, ordinary lines', runners, many, output);
  for (const [name, secrets, piece] of hostile.slice(0, 3)) {
    await compareTerminals(name, runners, secrets, piece.repeat(longLineChars / piece.length));
  }
  for (const name of Object.keys(tasks)) await compareProcesses(name);
}

async function load(checkout: string): Promise<Runner> {
  const run = join(checkout, 'apps/runner/src/run');
  return {
    ...(await import(join(run, 'logs/secret-mask.ts'))),
    ...(await import(join(run, 'step-extensions/terminals/terminal-mask.ts'))),
  };
}

async function compareLines(
  name: string,
  runners: Runner[],
  secrets: string[],
  lines: string[],
  units: number,
): Promise<void> {
  const masks = await Promise.all(runners.map((runner) => runner.createSecretMask(secrets)));
  compare(
    name,
    masks.map((mask) => () => {
      const maskLine = mask.forLog();
      for (const line of lines) maskLine(line);
    }),
    units,
  );
}

async function compareTerminals(
  name: string,
  runners: Runner[],
  secrets: string[],
  output: string,
): Promise<void> {
  const bytes = Buffer.from(output);
  const creates = await Promise.all(runners.map((runner) => runner.prepareTerminalMask(secrets)));
  compare(
    name,
    creates.map((create) => () => {
      const mask = create();
      for (let at = 0; at < bytes.length; at += 4096) mask.push(bytes.subarray(at, at + 4096));
      mask.end();
    }),
    output.length,
  );
}

function compare(name: string, works: (() => void)[], units: number): void {
  const costs = works.map((): number[] => []);
  for (let round = 0; round <= rounds; round++) {
    for (const [at, work] of works.entries()) {
      const before = process.threadCpuUsage();
      work();
      const { user, system } = process.threadCpuUsage(before);
      // The first round compiles the code.
      if (round > 0) costs[at]?.push(((user + system) * 1000) / units);
    }
  }
  printRow(name, costs);
}

function printRow(name: string, costs: number[][]): void {
  const figures = costs.map((values) => median(values).toFixed(1));
  const [own = [], other] = costs;
  const ratios = other?.map((value, at) => (own[at] ?? 0) / value);
  print(`${name} | ${figures.join(' | ')}${ratios ? ` | ${median(ratios).toFixed(2)}` : ''}`);
}

async function compareProcesses(task: string): Promise<void> {
  const results = checkouts.map((): Figures[] => []);
  for (let round = 0; round < processRounds; round++) {
    for (const [at, checkout] of checkouts.entries()) {
      const child = fork(import.meta.filename, [checkout, task]);
      const [figures] = await once(child, 'message');
      results[at]?.push(figures);
    }
  }
  print(task);
  const column = (of: (each: Figures) => number) => results.map((each) => each.map(of));
  printRow(
    'CPU time, ms',
    column(({ cpuMs }) => cpuMs),
  );
  printRow(
    'retained memory, MB',
    column(({ retainedMB }) => retainedMB),
  );
  printRow(
    'peak memory of the process, MB',
    column(({ peakMB }) => peakMB),
  );
}

async function sendFigures(): Promise<void> {
  const [, , checkout = '', task = ''] = process.argv;
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const work = await tasks[task]?.(await load(checkout));
  collect();
  const used = () => process.memoryUsage().heapUsed + process.memoryUsage().external;
  const usedBefore = used();
  const before = process.threadCpuUsage();
  const result = await work?.();
  const { user, system } = process.threadCpuUsage(before);
  const peakMB = process.resourceUsage().maxRSS / 1024;
  collect();
  const retainedMB = (used() - usedBefore) / mega;
  process.send?.({ cpuMs: (user + system) / 1000, retainedMB, peakMB });
  // The result is retained until here.
  process.once('disconnect', () => void result);
  process.disconnect?.();
}

function ordinaryLine(): string {
  const file = `src/${random.pick(['core', 'net', 'ui', 'db'])}/${random.pick(['open', 'parse', 'render', 'queue'])}-${whole(900)}`;
  return random.pick<() => string>([
    () => `[${whole(100)}%] Building CXX object ${file}.cpp.o\n`,
    () => ` ✓ ${file}.test.ts > parses a value ${whole(999)} (${whole(90)} ms)\n`,
    () => `npm http fetch GET 200 https://registry.npmjs.org/${file} ${whole(500)}ms (cache hit)\n`,
    () =>
      `2026-11-28T12:${10 + whole(50)}:${10 + whole(50)}.${100 + whole(900)}Z INFO  compiled ${file}.rs in ${whole(900)} ms\n`,
    () =>
      `gcc -O2 -Wall -Wextra -std=c11 -Iinclude -DVERSION="${whole(9)}.${whole(20)}" -c ${file}.c -o build/${file}.o\n`,
    () => `${file}.go:${whole(900)}:${whole(80)}: warning: unused variable 'value${whole(99)}'\n`,
    () =>
      `sha256:${Buffer.from(Array.from({ length: 16 }, () => whole(256))).toString('hex')}: Pull complete\n`,
    () => '\n',
  ])();
}

function randomSecrets(count: number, size: number): string[] {
  return Array.from({ length: count }, () =>
    randomBytes(size).toString('base64url').slice(0, size),
  );
}

function alike(count: number): string[] {
  return Array.from({ length: count }, (_, at) => `${'ab'.repeat(100)}${at}`);
}

function everyLength(longest: number): string[] {
  return Array.from({ length: longest - 1 }, (_, at) => 'a'.repeat(at + 2));
}

function similarLines(count: number): string {
  return Array.from({ length: count }, (_, at) => `prefix-of-l${at}`.padEnd(15, '.')).join('\n');
}

/** Secrets that differ only in the number of their first letters. */
function nested(): string[] {
  const rest = restOfNested();
  return Array.from({ length: nestedCount }, (_, at) => `${'a'.repeat(at)}${rest}`);
}

/** Beginnings of all of these secrets at the same time, of different lengths. */
function partsOfNested(): string {
  const rest = restOfNested();
  const parts = Array.from({ length: 60 }, (_, at) => {
    const length = (nestedLength / 2 + at * 389) % nestedLength;
    return `${'a'.repeat(nestedCount)}${rest.slice(0, length)}z`;
  });
  return parts.join('').slice(0, longLineChars);
}

function restOfNested(): string {
  const codes = Array.from(
    { length: nestedLength },
    (_, at) => 98 + ((at * at * Math.floor(at / 16)) % 23),
  );
  return String.fromCharCode(...codes);
}

function cut(text: string, length: number): string[] {
  return Array.from({ length: Math.ceil(text.length / length) }, (_, at) =>
    text.slice(at * length, (at + 1) * length),
  );
}
