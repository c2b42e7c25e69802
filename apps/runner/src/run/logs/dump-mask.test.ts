import { execFileSync, spawnSync } from 'node:child_process';
import { skipIf } from '@millrace/test-support/skip-if';
import { expect, it } from 'vitest';
import { createSmallSecretMask } from './secret-mask.ts';

const secret = 'correct-horse-battery-staple-42!';

function mask(secrets: string[], output: string): string {
  const maskLine = createSmallSecretMask(secrets).forLog();
  return output.replaceAll(/[^\n]*\n/g, (line) => maskLine(line));
}

/** Returns whether the digits or characters of a part of the secret are in a text. */
function leaks(output: string): string[] {
  const text = output.replaceAll(/^[0-9a-f]{6,}[: ]/gm, '').replaceAll(/[ \n]/g, '');
  const pieces = Array.from({ length: secret.length - 3 }, (_, at) => secret.slice(at, at + 4));
  return pieces.filter((piece) => {
    const bytes = Buffer.from(piece);
    const octal = [...bytes].map((byte) => byte.toString(8).padStart(3, '0')).join('');
    return [piece, bytes.toString('hex'), bytes.swap16().toString('hex'), octal].some((form) =>
      text.includes(form),
    );
  });
}

const commands = [
  'xxd',
  'xxd -p',
  'xxd -p -c 16',
  'xxd -u -g1 -c 8',
  'xxd -e',
  'od',
  'od -c',
  'od -b',
  'od -x',
  'od -An -tx1',
  'od -A x -t x1z',
  'od -t x4',
  'od -t x8',
  'hexdump',
  'hexdump -C',
];

for (const command of commands) {
  const [program = '', ...args] = command.split(' ');
  const isMissing = spawnSync(program, { input: '' }).error !== undefined;
  const needed = skipIf(isMissing && `${program} is not installed`);
  it(`masks a secret in the rows of ${command}, at any position`, needed, () => {
    for (let shift = 0; shift < 20; shift++) {
      const input = `${'.'.repeat(shift)}${secret}\nand other text of several rows\n`;
      const output = execFileSync(program, args, { input, encoding: 'utf8' });
      const masked = mask([secret], output);
      expect(masked).toContain('******');
      expect(leaks(masked), `shift ${shift}:\n${masked}`).toEqual([]);
    }
    const other = execFileSync(program, args, { input: 'x'.repeat(99), encoding: 'utf8' });
    expect(mask([secret], other)).toBe(other);
  });
}

it('keeps other text of the rows', () => {
  const pad = ' '.repeat(30);
  const output = [
    '00000000  75 73 65 72 3a 20 63 6f  72 72 65 63 74 2d 68 6f  |user: correct-ho|\n',
    '00000010  72 73 65 2d 62 61 74 74  65 72 79 2d 73 74 61 70  |rse-battery-stap|\n',
    `00000020  6c 65 2d 34 32 21 0a${pad}|le-42!.|\n`,
    '00000027\n',
  ];
  expect(mask([secret], output.join(''))).toBe(
    [
      '00000000  75 73 65 72 3a 20 ******  |user: ******|\n',
      '00000010  ******  |******|\n',
      `00000020  ****** 0a${pad}|******.|\n`,
      '00000027\n',
    ].join(''),
  );
});

it('keeps lines that only look like rows', () => {
  const lines = [
    'decade\n',
    'cafe babe beef\n',
    '00000000: 6162 6364  abcd\n',
    '2026-11-28 01:02:03 ok\n',
    '0123456789abcdef0123456789abcdef01234567  file\n',
    '1234567 a b c\n',
  ].join('');
  expect(mask([secret], lines)).toBe(lines);
});

it('masks the values of a JSON secret one by one', () => {
  const json = JSON.stringify({
    user: 'deploy-bot',
    port: 22,
    keys: [{ token: 'tok"en-1' }, 'fi'],
    nested: JSON.stringify({ inner: 'inner-value' }),
    pem: 'first-line\nsecond-line\n',
  });
  const lines = 'deploy-bot tok"en-1 tok\\"en-1 inner-value first-line second-line fi user 22\n';
  expect(mask([json], lines)).toBe('****** ****** ****** ****** ****** ****** fi user 22\n');
  expect(mask([json], `${Buffer.from('inner-value').toString('base64')}\n`)).toContain('******');
  expect(mask(['[not json, "some-text"]'], 'some-text\n')).toBe('some-text\n');
});
