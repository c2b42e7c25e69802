import { languageOf } from '@millrace/build-host/conversion/languages';
import { readExtensions } from '@millrace/build-host/settings/extension-settings';
import { readExternalSecretSettings } from '@millrace/build-host/settings/external-secret-settings';
import { readEnvironment } from '@millrace/node-kit/environment';
import { StartError } from '@millrace/node-kit/start-error';
import {
  findOutsideSecrets,
  findOwnKeys,
  findServerKeys,
  hasSharedParts,
  listFileStarts,
  type PipelineFile,
  type Problem,
  parsePipelineFile,
} from '@millrace/pipeline';
import { readArgs } from '../command-line/read-args.ts';
import { readText, UnreadableFile } from '../command-line/read-input.ts';
import { readPipelineFolder } from '../command-line/read-pipeline-folder.ts';
import { say } from '../command-line/say.ts';

const usage =
  'Usage: millrace lint [--json] [--strict] FILE… or millrace lint [--json] [--strict] FILE --folder FOLDER';

/** Exit codes. The highest one of all files counts. */
const exitCodes = { good: 0, hasError: 1, unreadable: 2 } as const;

/** A problem in a file, as `--json` prints it. Positions count from 1 and are absent if there is none. */
interface Finding extends Pick<Problem, 'message'> {
  file: string;
  /** A note is no mistake. */
  severity: Problem['severity'] | 'note';
  line?: number;
  column?: number;
  document?: number;
  /** True if the position is in the YAML that a script returned. */
  isGenerated?: true;
}

interface LintOptions {
  files: string[];
  /** Folder whose pipeline files are read with the only file. */
  folder: string | undefined;
  isJson: boolean;
  /** Warnings count as errors. */
  isStrict: boolean;
}

/** Returns undefined if the call is wrong. */
function readOptions(args: readonly string[]): LintOptions | undefined {
  const options = {
    json: { type: 'boolean' },
    strict: { type: 'boolean' },
    folder: { type: 'string' },
  } as const;
  try {
    const { words, values } = readArgs(args, [1, args.length], options, usage);
    const { folder, json = false, strict = false } = values;
    if (folder !== undefined && words.length > 1) return undefined;
    return { files: words, folder, isJson: json, isStrict: strict };
  } catch (error) {
    if (error instanceof StartError) return undefined;
    throw error;
  }
}

/**
 * `millrace lint FILE…`: prints a line for each finding, `-` is standard input. Exits with 1 if a file has an
 * error, with 2 if one cannot be read or the call is wrong.
 */
export async function lint(args: readonly string[]): Promise<number> {
  const options = readOptions(args);
  if (!options) {
    process.stderr.write(`${usage}\n`);
    return exitCodes.unreadable;
  }
  const { files, folder, isJson, isStrict } = options;
  let exitCode: number = exitCodes.good;
  const all: Finding[] = [];
  for (const file of files) {
    const findings = await findAll(file, folder).catch((error: unknown): Finding[] => {
      if (!(error instanceof StartError)) throw error;
      const isUnreadable = error instanceof UnreadableFile;
      exitCode = Math.max(exitCode, isUnreadable ? exitCodes.unreadable : exitCodes.hasError);
      return [{ file, severity: 'error', message: error.message }];
    });
    const isBad = ({ severity }: Finding) =>
      severity === 'error' || (isStrict && severity === 'warning');
    if (findings.some(isBad)) {
      exitCode = Math.max(exitCode, exitCodes.hasError);
    }
    all.push(...findings);
    if (!isJson) findings.forEach(print);
  }
  if (isJson) say(JSON.stringify(all, null, 2));
  return exitCode;
}

function print({ file, severity, line, column, document = 1, message, isGenerated }: Finding) {
  if (line === undefined) return void process.stderr.write(`${message}\n`);
  const location = document > 1 ? `document ${document}: ` : '';
  // A line of the generated YAML has no corresponding line in the script.
  const position = isGenerated
    ? ` ${severity}: line ${line} of its YAML`
    : `${line}:${column}: ${severity}`;
  say(`${file}:${position}: ${location}${message}`);
}

/** Lists the findings of a file by line. */
async function findAll(file: string, folder: string | undefined): Promise<Finding[]> {
  if (folder !== undefined) return findInFolder(file, folder);
  const isScript = (languageOf(file) ?? 'template') !== 'template';
  const text = isScript ? await runScript(file) : await readText(file);
  return findInText(text).map((problem) => ({
    file,
    ...problem,
    ...(isScript ? { isGenerated: true } : {}),
  }));
}

/** Lists the findings of a file, then of the files in a folder. */
async function findInFolder(file: string, folder: string): Promise<Finding[]> {
  const text = await readPipelineFolder(file, folder);
  const problems = findInText(text);
  const found = listFileStarts(text).flatMap(({ path }) =>
    problems.filter((problem) => problem.file === path),
  );
  // Without files in the folder, the problems name no file.
  if (found.length === 0) return problems.map((problem) => ({ file, ...problem }));
  // Documents count over all files.
  return found.map(({ document: _, ...problem }) => ({ file, ...problem }));
}

type Found = Omit<Problem, 'severity'> & Pick<Finding, 'severity'>;

/** Lists the problems of a text by line. */
function findInText(text: string): Found[] {
  const parsed = parsePipelineFile(text);
  return [
    ...parsed.problems,
    ...findTrustNeeds(parsed),
    ...findMissingSources(text, parsed),
    ...findOwnWords(text, parsed),
  ].sort((a, b) => a.line - b.line || a.column - b.column);
}

/** Notes which words other servers ignore or refuse. */
function findOwnWords(text: string, { pipelines }: PipelineFile): Found[] {
  const words = [
    ...new Set(pipelines.flatMap((each) => [...findOwnKeys(each), ...findServerKeys(each)])),
  ];
  if (pipelines.length > 0 && hasSharedParts(text)) words.push('shared parts of steps');
  if (words.length === 0) return [];
  const [first] = listFileStarts(text);
  const message = `only Millrace knows ${words.join(', ')}; original servers and runners ignore or refuse it`;
  const place = { document: 1, line: 1, column: 1, ...(first && { file: first.path }) };
  return [{ severity: 'note', ...place, message }];
}

/** Only the server knows whether it trusts the repository. */
function findTrustNeeds({ pipelines }: PipelineFile): Problem[] {
  return pipelines.flatMap(({ trustProblems }) =>
    trustProblems.map((problem) => ({ ...problem, severity: 'warning' as const })),
  );
}

/** Warns of secrets from outside of the server, if the settings of a server in the environment have no source. */
function findMissingSources(text: string, { pipelines }: PipelineFile): Problem[] {
  const env = readEnvironment();
  const { vault, folder } = readExternalSecretSettings(env);
  if (vault || folder || readExtensions(env).secret.endpoints.length > 0) return [];
  const names = pipelines.map(({ name }) => name);
  return findOutsideSecrets(text, names).map(({ name, path, key: _, ...location }) => ({
    ...location,
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
  const { completeFacts } = await import('./plan/build-facts.ts');
  return convertFile(file, completeFacts({}));
}
