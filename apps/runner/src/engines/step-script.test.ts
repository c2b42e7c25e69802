import { execFileSync, spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { shellArguments, stepScriptText } from './step-script.ts';

function run(commands: string[]): string {
  return execFileSync('/bin/sh', ['-c', stepScriptText(commands)], { encoding: 'utf8' });
}

it.each([
  ['quotes', `echo "it's"`, `+ echo "it's"\nit's\n`],
  ['escapes and percent signs', `printf '%s\\n' 'a\\tb'`, `+ printf '%s\\n' 'a\\tb'\na\\tb\n`],
  ['expansions', 'A=1; echo $A `echo 2`', '+ A=1; echo $A `echo 2`\n1 2\n'],
  ['several lines', 'echo a\necho b\n', '+ echo a\necho b\na\nb\n'],
  ['a here document', 'cat <<EOF\ntext\nEOF', '+ cat <<EOF\ntext\nEOF\ntext\n'],
])('prints a command with %s unchanged', (_, command, expected) => {
  expect(run([command])).toBe(expected);
});

it('runs all commands in one shell', () => {
  expect(run(['cd /', 'pwd'])).toBe('+ cd /\n+ pwd\n/\n');
});

it('passes long commands in several arguments', () => {
  const long = `echo "${'ü💡x\n'.repeat(40_000)}" | wc -c`;
  const words = shellArguments([long, 'echo "$# arguments, IFS \'$IFS\'"', 'exit 3', 'echo never']);
  expect(words.every((word) => Buffer.byteLength(word) < 131_072)).toBe(true);
  const { status, stdout, stderr } = spawnSync('/bin/sh', words, { encoding: 'utf8' });
  const lines = stdout.split('\n');
  expect(lines).toContain(`${40_000 * 8 + 1}`);
  expect(lines).toContain("0 arguments, IFS ' \t");
  expect(lines).not.toContain('never');
  expect({ status, stderr }).toEqual({ status: 3, stderr: '' });
});

it('passes other commands in one argument', () => {
  expect(shellArguments(['echo a'])).toEqual(['-c', expect.stringContaining('\necho a\n')]);
});
