// CPU time of masking per megabyte of hostile texts and secrets, by size. If masking takes linear time, the
// figures of a row are about the same. One row is ordinary text.
import { createSmallSecretMask } from '../apps/runner/src/run/logs/secret-mask.ts';
import { prepareTerminalMask } from '../apps/runner/src/run/step-extensions/terminals/terminal-mask.ts';
import { print } from './support/statistics.ts';

const mega = 1024 * 1024;
const textSizes = [1, 4, 16].map((count) => count * mega);
const secretSizes = [16, 64, 256].map((count) => count * 1024);
const repeat = (piece: string, size: number) =>
  piece.repeat(Math.ceil(size / piece.length)).slice(0, size);
const coloured = (text: string) => [...text].join('\u001b[31m');
const secret = 'hunter22-and-more';
const longRun = `${'a'.repeat(10_000)}b`;

const texts: [name: string, secrets: string[], piece: string][] = [
  ['ordinary lines', [secret], 'compiling src/main.c with -O2 and other words\n'],
  ['the secret repeatedly', [secret], `${secret} `],
  ['colours in the secret, repeatedly', [secret], `${coloured(secret)} `],
  ['the secret between many colours', [secret], `${'\u001b[31m'.repeat(50)}${secret}`],
  ['one letter, a secret of 10,001 letters', [longRun], 'a'],
  ['one letter, secrets of every length to 500', everyLength(500), 'a'],
  ['prefixes of 16,000 similar secrets', [similarLines(256 * 1024)], 'prefix-of-line-1 '],
  ['an unterminated title', [secret], '\u001b]0;'],
  ['an unterminated code', [secret], '\u001b[0;'],
  ['short secrets', ['ab', 'abc', 'ba'], 'abcb'],
];
const terminalSize = 64 * 1024;
const terminalTexts: typeof texts = [
  ['ordinary lines', [secret], 'compiling src/main.c with -O2 and other words\n'],
  ['one letter, a secret of 1,001 letters', [`${'a'.repeat(1000)}b`], 'a'],
  ['one letter, secrets of every length to 200', everyLength(200), 'a'],
  ['secrets that begin alike', alike(200), 'ab'],
];
const secrets: [name: string, make: (size: number) => string][] = [
  ['similar lines', similarLines],
  ['one line', (size) => repeat('0123456789abcdef', size)],
  ['one letter', (size) => repeat('a', size)],
  ['quotes and marks', (size) => repeat(`'"&<\\`, size)],
  ['other scripts', (size) => repeat('äö水🚰', size).toWellFormed()],
];

print(`Masking, ms per MB of text | ${textSizes.map((size) => `${size / mega} MB`).join(' | ')}`);
for (const [name, values, piece] of texts) {
  const mask = createSmallSecretMask(values);
  mask(repeat(piece, 1000));
  const costs = textSizes.map((size) => msPer(size / mega, repeat(piece, size), mask));
  print(`${name} | ${costs.join(' | ')}`);
}
print(`Creating a mask, ms per KB | ${secretSizes.map((size) => `${size / 1024} KB`).join(' | ')}`);
for (const [name, make] of secrets) {
  const costs = secretSizes.map((size) =>
    msPer(size / 1024, make(size), (value) => createSmallSecretMask([value])),
  );
  print(`${name} | ${costs.join(' | ')}`);
}

print('Masking of a terminal, ms for 64 kB');
for (const [name, values, piece] of terminalTexts) {
  const create = await prepareTerminalMask(values);
  create().push(Buffer.from(repeat(piece, 1000)));
  const mask = create();
  print(
    `${name} | ${msPer(1, repeat(piece, terminalSize), (text) => mask.push(Buffer.from(text)))}`,
  );
}

function alike(count: number): string[] {
  return Array.from({ length: count }, (_, at) => `${'ab'.repeat(100)}${at}`);
}

function similarLines(size: number): string {
  const lines = Array.from({ length: size / 16 }, (_, at) => `prefix-of-l${at}`.padEnd(15, '.'));
  return lines.join('\n');
}

function everyLength(longest: number): string[] {
  return Array.from({ length: longest - 1 }, (_, at) => 'a'.repeat(at + 2));
}

function msPer(units: number, text: string, work: (text: string) => unknown): string {
  const before = process.threadCpuUsage();
  work(text);
  const { user, system } = process.threadCpuUsage(before);
  return ((user + system) / 1000 / units).toFixed(1);
}
