import type { OutputText } from '../model.ts';

/** Syntax that bash has and other shells have not. */
const bashSyntax =
  /(?:^|[\s;&|(])(?:\[\[\s|source\s|shopt\s|declare\s|mapfile\s|function\s+\w|set\s+-\S*o\s+pipefail)|<<<|\w\+?=\((?!\()|[<>]\(|\$\{\w+(?:\[|\/\/?|\^|,)|&>/m;

/** Programs that read a script from standard input, by the name of the shell in other systems. */
const interpreters: Readonly<Record<string, string>> = {
  bash: 'bash -eo pipefail',
  python: 'python',
  python3: 'python3',
  pwsh: 'pwsh -NonInteractive -Command -',
  powershell: 'pwsh -NonInteractive -Command -',
  node: 'node',
  perl: 'perl',
  ruby: 'ruby',
};

/**
 * Returns the commands that run a script. Steps run in `sh`, so a script for another shell is its standard input.
 *
 * @param shell its name; undefined if the script does not ask for one
 * @returns undefined if the shell has no equivalent
 */
export function shellCommands(script: OutputText, shell?: string): OutputText[] | undefined {
  const text = script.trimEnd();
  if (text === '') return [];
  const name = shell
    ?.trim()
    .split(/[\s/]+/)
    .filter((word) => !word.startsWith('-'))
    .findLast(isShell);
  if (shell !== undefined && name === undefined) return undefined;
  if (name === 'sh' || name === 'ash' || (name !== undefined && name !== 'bash')) {
    const program = interpreters[name];
    return program === undefined ? [text] : [inputOf(program, text)];
  }
  return bashSyntax.test(text) ? [inputOf('bash -eo pipefail', text)] : [text];
}

function isShell(word: string): boolean {
  return word === 'sh' || word === 'ash' || word in interpreters;
}

function inputOf(program: string, script: OutputText): OutputText {
  let end = 'SCRIPT';
  while (script.split('\n').includes(end)) end += '_';
  return `${program} <<'${end}'\n${script}\n${end}`;
}
