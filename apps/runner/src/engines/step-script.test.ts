import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { stepScriptText } from './step-script.ts';

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
