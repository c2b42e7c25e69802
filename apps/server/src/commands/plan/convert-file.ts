import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { StartError } from '@millrace/node-kit/start-error';
import { convertConfig } from '../../features/templates/convert-config.ts';
import { PipelineReader } from '../../pipeline-files/pipeline-reader.ts';
import { AppError } from '../../shared/errors.ts';
import type { BuildFacts } from './build-facts.ts';
import { dryRepo } from './dry-facts.ts';

/**
 * Returns the pipeline YAML that a server would create from a file: runs scripts, and converts the format
 * from before `kind: pipeline`. Templates are stored on a server, so they are not available here.
 */
export async function convertFile(path: string, facts: BuildFacts): Promise<string> {
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new StartError(`${path} cannot be read: ${error.message}`);
  });
  const commit = {
    sha: facts.after,
    message: '',
    authorLogin: '',
    authorName: '',
    authorEmail: '',
    authorAvatar: '',
    committedSec: 0,
  };
  const request = {
    event: facts.event,
    action: facts.action,
    trigger: '@hook',
    sender: '',
    ref: facts.ref,
    target: facts.branch,
    source: facts.source,
    before: facts.before,
    params: facts.params,
    cron: facts.cron,
    deployTo: facts.target,
    commit,
  };
  const repo = dryRepo(facts, basename(path));
  const pipelineReader = new PipelineReader();
  try {
    return await convertConfig(
      { findTemplate: async () => undefined, pipelineReader },
      repo,
      request,
      text,
    );
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // Errors of scripts already start with the file name.
    const isNamed = error.message.startsWith(`${basename(path)}: `);
    throw new StartError(isNamed ? error.message : `${path}: ${error.message}`);
  }
}
