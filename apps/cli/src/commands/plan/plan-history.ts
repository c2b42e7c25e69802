import { backTestPipelineFile, maxBackTestBuilds } from '@millrace/contract/api';
import { StartError } from '@millrace/node-kit/start-error';
import { callServer } from '../../command-line/call-server.ts';
import { readText } from '../../command-line/read-input.ts';
import { readServer } from '../../command-line/read-server.ts';
import { readSlug } from '../../command-line/read-slug.ts';
import { formatHistory } from './format-history.ts';

interface HistoryOptions {
  /** Number of builds. */
  history: string;
  repo?: string | undefined;
  server?: string | undefined;
  branch?: string | undefined;
  json?: boolean | undefined;
}

/** Asks a server what its latest builds would have run under a file, and formats the answer. */
export async function planHistory(file: string, options: HistoryOptions): Promise<string> {
  const builds = readCount(options.history);
  const server = readServer(options.server);
  const params = await readSlug(options.repo);
  const text = await readText(file);
  const { branch } = options;
  const body = { text, builds, ...(branch ? { branch } : {}) };
  const answer = await callServer(server, backTestPipelineFile, { params, body });
  return options.json ? JSON.stringify(answer, null, 2) : formatHistory(answer);
}

function readCount(text: string): number {
  const count = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (count >= 1 && count <= maxBackTestBuilds) return count;
  throw new StartError(`--history must be a number from 1 to ${maxBackTestBuilds}, not "${text}".`);
}
