import type { StepFile } from '@millrace/contract/runner';
import { maxShownFileBytes } from '@millrace/contract/step-files';
import { expect, it } from 'vitest';
import { createSmallSecretMask } from '../../logs/secret-mask.ts';
import { maskFile } from './mask-file.ts';

const mask = createSmallSecretMask(['hush']);
const file = (kind: StepFile['kind'], bytes: Uint8Array): StepFile => ({
  kind,
  path: 'a.md',
  size: bytes.length,
  async *read() {
    yield bytes.subarray(0, 3);
    yield bytes.subarray(3);
  },
});

async function textOf(file: StepFile): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of file.read()) chunks.push(chunk);
  return Buffer.concat(chunks).toString('latin1');
}

async function masked(kind: StepFile['kind'], bytes: Uint8Array): Promise<Buffer | string> {
  const result = await maskFile(file(kind, bytes), mask);
  if (typeof result === 'string') return result;
  const chunks: Uint8Array[] = [];
  for await (const chunk of result.read()) chunks.push(chunk);
  const whole = Buffer.concat(chunks);
  expect(whole.length).toBe(result.size);
  return whole;
}

it.each([
  ['summary', 'grüß hush', 'grüß ******'],
  ['junit', '<a>hush</a>', '<a>******</a>'],
  ['artifact', 'hush', 'hush'],
] as const)('masks secrets unless the file is an artifact: %s', async (kind, before, after) => {
  expect(String(await masked(kind, Buffer.from(before)))).toBe(after);
});

it('preserves bytes that are not UTF-8', async () => {
  const bytes = Buffer.from([0xe9, ...Buffer.from(' hush')]);
  expect(await masked('junit', bytes)).toEqual(Buffer.from([0xe9, ...Buffer.from(' ******')]));
});

it('masks UTF-16 and text with invalid UTF-8 in their own encoding', async () => {
  const hide = createSmallSecretMask(['größe-1']);
  const marked = Buffer.from('\ufeffa größe-1 b', 'utf16le');
  const wide = await maskFile(file('summary', marked), hide);
  const broken = Buffer.from([0xff, ...Buffer.from('a größe-1 b')]);
  const narrow = await maskFile(file('summary', broken), hide);
  for (const result of [wide, narrow]) {
    const text = typeof result === 'string' ? result : await textOf(result);
    expect(text.replaceAll('\0', '')).toMatch(/^.{1,2}a \*{6} b$/);
  }
});

it('does not read a file that is too large', async () => {
  const huge = { ...file('junit', Buffer.from('x')), size: maxShownFileBytes + 1 };
  expect(await maskFile(huge, mask)).toBe('it has more than 20 MB');
});
