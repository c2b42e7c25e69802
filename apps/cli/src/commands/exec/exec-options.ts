import { StartError } from '@millrace/node-kit/start-error';
import { usageOf } from '../../command-line/help-text.ts';
import { readArgs } from '../../command-line/read-args.ts';
import { readServer } from '../../command-line/read-server.ts';
import { drySystem } from '../plan/dry-facts.ts';
import { execHelp } from './exec-help.ts';
import type { Selection } from './select-stages.ts';
import { requireTerminal } from './terminal-shell.ts';

export interface ExecOptions extends Selection {
  /** Pipeline file; undefined for `.drone.yml`. */
  file: string | undefined;
  /** Folder whose pipeline files are read too. */
  folder: string | undefined;
  /** Number of a build on the server, or a file with properties of the build as JSON. */
  build: string | undefined;
  /** Properties of the build that options set; they take precedence. */
  facts: Record<string, unknown>;
  secretFile: string | undefined;
  /** Server that the steps see as theirs. */
  server: string;
  /** Folder with the templates of the organization. */
  templates: string | undefined;
  /** Time limit of each stage; 0 is no limit. */
  timeoutMinutes: number | undefined;
  /** Repository of the server; undefined for that of the git remote. */
  repo: string | undefined;
  isJson: boolean;
  /** False if caches are neither read nor stored. */
  hasCaches: boolean;
  /** True to open a shell after the steps of each stage. */
  opensShell: boolean;
}

const options = {
  stage: { type: 'string' },
  step: { type: 'string' },
  build: { type: 'string' },
  folder: { type: 'string' },
  event: { type: 'string' },
  branch: { type: 'string' },
  ref: { type: 'string' },
  target: { type: 'string' },
  cron: { type: 'string' },
  param: { type: 'string', multiple: true },
  trusted: { type: 'boolean' },
  'secret-file': { type: 'string' },
  server: { type: 'string' },
  templates: { type: 'string' },
  timeout: { type: 'string' },
  repo: { type: 'string' },
  json: { type: 'boolean' },
  'no-cache': { type: 'boolean' },
  shell: { type: 'boolean' },
} as const;

/** @throws StartError with the usage if the arguments are wrong */
export function readExecOptions(args: readonly string[]): ExecOptions {
  const { words, values } = readArgs(args, [0, 1], options, usageOf(execHelp));
  const { event, branch, ref, target, cron, trusted, param = [] } = values;
  const given = { event, branch, ref, target, cron, trusted };
  const facts: Record<string, unknown> = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  );
  if (values.shell) requireTerminal();
  if (param.length > 0) facts.params = Object.fromEntries(param.map(readParam));
  return {
    file: words[0],
    folder: values.folder,
    stage: values.stage,
    step: values.step,
    build: values.build,
    facts,
    secretFile: values['secret-file'],
    server: readServer(values.server, drySystem.link),
    templates: values.templates,
    timeoutMinutes: readTimeout(values.timeout),
    repo: values.repo,
    isJson: values.json === true,
    hasCaches: values['no-cache'] !== true,
    opensShell: values.shell === true,
  };
}

function readParam(text: string): [string, string] {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined) {
    throw new StartError(`--param must be NAME=value, not "${text}".`);
  }
  return [name, value];
}

function readTimeout(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const minutes = Number(text);
  if (Number.isInteger(minutes) && minutes >= 0) return minutes;
  throw new StartError(`--timeout must be a whole number of minutes, not "${text}".`);
}
