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
import { say } from './say.ts';

/**
 * `millrace lint FILE…`: prints a line for each finding. Exits with 1 if a file has an error or cannot be
 * read.
 */
export async function lint(files: readonly string[]): Promise<number> {
  if (files.length === 0) throw new StartError('Usage: millrace lint FILE…');
  let isGood = true;
  for (const file of files) {
    try {
      if (!(await lintFile(file))) isGood = false;
    } catch (error) {
      if (!(error instanceof StartError)) throw error;
      process.stderr.write(`${error.message}\n`);
      isGood = false;
    }
  }
  return isGood ? 0 : 1;
}

/** Returns false if the file has an error. */
async function lintFile(file: string): Promise<boolean> {
  const isScript = (languageOf(file) ?? 'template') !== 'template';
  const text = isScript ? await runScript(file) : await readText(file);
  const parsed = parsePipelineFile(text);
  const problems = [...parsed.problems, ...findMissingSources(text, parsed)];
  for (const { severity, document, line, column, message } of problems) {
    const place = document > 1 ? `document ${document}: ` : '';
    // A line of the generated YAML has no corresponding line in the script.
    const position = isScript
      ? `${severity}: line ${line} of its YAML`
      : `${line}:${column}: ${severity}`;
    say(`${file}:${isScript ? ' ' : ''}${position}: ${place}${message}`);
  }
  return problems.every(({ severity }) => severity !== 'error');
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
  const { convertFile } = await import('./plan/convert-file.ts');
  const { readBuildFacts } = await import('./plan/build-facts.ts');
  return convertFile(file, readBuildFacts('{}'));
}

async function readText(file: string): Promise<string> {
  return await readFile(file, 'utf8').catch((error: Error) => {
    throw new StartError(`${file} cannot be read: ${error.message}`);
  });
}
