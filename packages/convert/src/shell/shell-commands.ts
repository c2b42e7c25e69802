import type { OutputText } from '../model.ts';

/** Syntax that bash has and other shells have not. */
const bashSyntax =
  /(?:^|[\s;&|(])(?:\[\[\s|source\s|shopt\s|declare\s|mapfile\s|function\s+\w|set\s+-\S*o\s+pipefail)|<<<|\w\+?=\((?!\()|[<>]\(|\$\{\w+(?:\[|\/\/?|\^|,)|&>/m;

/** One program's output is the input of another. */
const pipe = /[^|>]\|(?!\|)/;

/** Programs that read a script from standard input, by the name of the shell in other systems. */
const interpreters: Readonly<Record<string, string>> = {
  python: 'python',
  python3: 'python3',
  pwsh: 'pwsh -NonInteractive -Command -',
  powershell: 'pwsh -NonInteractive -Command -',
  node: 'node',
  perl: 'perl',
  ruby: 'ruby',
};

const bashInput = / \/dev\/fd\/3 3<<'/;

/** Returns a command that runs another one in bash. */
export function inBash(command: OutputText): OutputText {
  return bashInput.test(command) ? command : bashCommand(strictBash, command);
}

const strictBash = 'bash -eo pipefail';

/**
 * Returns the commands that run a script. Steps run in `sh`, so a script for another shell is the input of that program.
 *
 * @param shell its name with options, as in `bash -e {0}`; undefined if the script does not ask for one
 * @returns undefined if the shell has no equivalent
 */
export function shellCommands(script: OutputText, shell?: string): OutputText[] | undefined {
  const text = script.trimEnd();
  if (text === '') return [];
  const words = shell?.trim().split(/[\s/]+/) ?? [];
  const name = words.filter((word) => !word.startsWith('-')).findLast(isShell);
  if (shell !== undefined && name === undefined) return undefined;
  if (name === undefined) return bashSyntax.test(text) ? [bashCommand(strictBash, text)] : [text];
  if (name === 'bash') {
    const program = bashWithOptions(shell ?? '');
    return needsBash(text, program) ? [bashCommand(program, text)] : [text];
  }
  const program = interpreters[name];
  return program === undefined ? [text] : [`${program} ${hereDocument(text)}`];
}

function isShell(word: string): boolean {
  return word === 'sh' || word === 'ash' || word === 'bash' || word in interpreters;
}

/** Returns `bash -e` for `/bin/bash -e {0}`. */
function bashWithOptions(shell: string): string {
  const options = /\bbash((?:\s+(?:-\S+|pipefail))+)/.exec(shell)?.[1]?.trim() ?? '-eo pipefail';
  const kept = options.split(/\s+/).filter((option) => !/^--no(?:profile|rc)$/.test(option));
  return ['bash', ...kept].join(' ');
}

function needsBash(text: string, program: string): boolean {
  const isLogin = / (?:-\w*[li]|--login)/.test(program);
  return isLogin || bashSyntax.test(text) || (program.includes('pipefail') && pipe.test(text));
}

/** Programs of the script may read standard input, which must not be the script. */
function bashCommand(program: string, script: OutputText): OutputText {
  return `${program} /dev/fd/3 3${hereDocument(script)}`;
}

function hereDocument(script: OutputText): OutputText {
  let end = 'SCRIPT';
  while (script.split('\n').includes(end)) end += '_';
  return `<<'${end}'\n${script}\n${end}`;
}
