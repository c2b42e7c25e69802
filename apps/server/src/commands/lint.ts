import { readFile } from 'node:fs/promises';
import {
  findOutsideSecrets,
  type PipelineFile,
  type Problem,
  parsePipelineFile,
} from '@millrace/contract/pipeline';
import { StartError } from '@millrace/node-kit/start-error';
import { readEnvironment } from '../config/env.ts';
import { readExtensions } from '../config/extension-settings.ts';
import { readExternalSecretSettings } from '../config/external-secret-settings.ts';
import { languageOf } from '../features/templates/languages.ts';
import { readInput } from './read-input.ts';
import { say } from './say.ts';

const usage = 'Usage: millrace lint [--json] FILE…';

/** Exit codes. The highest one of all files counts. */
const exitCodes = { good: 0, hasError: 1, unreadable: 2 } as const;

/** A problem in a file, as `--json` prints it. Positions count from 1 and are absent if there is none. */
interface Finding extends Pick<Problem, 'severity' | 'message'> {
  file: string;
  line?: number;
  column?: number;
  document?: number;
  /** True if the position is in the YAML that a script returned. */
  isGenerated?: true;
}

/** A file that cannot be read. */
class UnreadableFile extends StartError {}

/**
 * `millrace lint FILE…`: prints a line for each finding, `-` is standard input. Exits with 1 if a file has an
 * error, with 2 if one cannot be read or the call is wrong.
 */
export async function lint(args: readonly string[]): Promise<number> {
  const options = args.filter((arg) => arg.startsWith('--'));
  const files = args.filter((arg) => !arg.startsWith('--'));
  if (files.length === 0 || options.some((option) => option !== '--json')) {
    process.stderr.write(`${usage}\n`);
    return exitCodes.unreadable;
  }
  let exitCode: number = exitCodes.good;
  const all: Finding[] = [];
  for (const file of files) {
    const findings = await findAll(file).catch((error: unknown): Finding[] => {
      if (!(error instanceof StartError)) throw error;
      const isUnreadable = error instanceof UnreadableFile;
      exitCode = Math.max(exitCode, isUnreadable ? exitCodes.unreadable : exitCodes.hasError);
      return [{ file, severity: 'error', message: error.message }];
    });
    if (findings.some(({ severity }) => severity === 'error')) {
      exitCode = Math.max(exitCode, exitCodes.hasError);
    }
    all.push(...findings);
    if (options.length === 0) findings.forEach(print);
  }
  if (options.length > 0) say(JSON.stringify(all, null, 2));
  return exitCode;
}

function print({ file, severity, line, column, document = 1, message, isGenerated }: Finding) {
  if (line === undefined) return void process.stderr.write(`${message}\n`);
  const place = document > 1 ? `document ${document}: ` : '';
  // A line of the generated YAML has no corresponding line in the script.
  const position = isGenerated
    ? ` ${severity}: line ${line} of its YAML`
    : `${line}:${column}: ${severity}`;
  say(`${file}:${position}: ${place}${message}`);
}

/** Lists the findings of a file by line. */
async function findAll(file: string): Promise<Finding[]> {
  const isScript = (languageOf(file) ?? 'template') !== 'template';
  const text = isScript ? await runScript(file) : await readText(file);
  const parsed = parsePipelineFile(text);
  return [...parsed.problems, ...findMissingSources(text, parsed)]
    .sort((a, b) => a.line - b.line || a.column - b.column)
    .map((problem) => ({ file, ...problem, ...(isScript ? { isGenerated: true } : {}) }));
}

/** Warns of secrets from outside of the server, if the settings of a server in the environment have no source. */
function findMissingSources(text: string, { pipelines }: PipelineFile): Problem[] {
  const env = readEnvironment();
  const { vault, folder } = readExternalSecretSettings(env);
  if (vault || folder || readExtensions(env).secret.endpoints.length > 0) return [];
  const names = pipelines.map(({ name }) => name);
  return findOutsideSecrets(text, names).map(({ name, path, key: _, ...place }) => ({
    ...place,
    severity: 'warning',
    message:
      `the secret "${name}" (path "${path}") needs a source on the server: a secret extension, Vault or a ` +
      'folder of secrets; none is configured here',
  }));
}

/** Runs the script with the properties of a push to the default branch. */
async function runScript(file: string): Promise<string> {
  await readText(file);
  const { convertFile } = await import('./plan/convert-file.ts');
  const { readBuildFacts } = await import('./plan/build-facts.ts');
  return convertFile(file, readBuildFacts('{}'));
}

async function readText(file: string): Promise<string> {
  if (file === '-') return readInput();
  return await readFile(file, 'utf8').catch((error: Error) => {
    throw new UnreadableFile(`${file} cannot be read: ${error.message}`);
  });
}
