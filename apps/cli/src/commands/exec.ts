import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newBuild } from '@millrace/build-host/builds/new-build';
import type { StageSecret } from '@millrace/contract/runner';
import { systemClock } from '@millrace/node-kit/clock';
import { StartError } from '@millrace/node-kit/start-error';
import {
  findFileRefusal,
  judgeFile,
  namePipelineFile,
  type PlannedStage,
  parsePipelineFile,
} from '@millrace/pipeline';
import { readText } from '../command-line/read-input.ts';
import { type ExecOptions, readExecOptions } from './exec/exec-options.ts';
import { readFacts } from './exec/read-facts.ts';
import { readSecretFile } from './exec/read-secret-file.ts';
import { replayBuild } from './exec/replay.ts';
import { runLocally } from './exec/run-locally.ts';
import { describeNeededSteps, findManualStages, selectStages } from './exec/select-stages.ts';
import { findNeededSteps } from './exec/select-steps.ts';
import { findMissingSecrets, withAliases } from './exec/stage-secrets.ts';
import { takeSources } from './exec/take-sources.ts';
import { readWorkingTree, type WorkingTree } from './exec/working-tree.ts';
import type { BuildFacts } from './plan/build-facts.ts';
import { convertFile } from './plan/convert-file.ts';
import { dryConditions, dryRepo, dryRequest, drySystem } from './plan/dry-facts.ts';

const invalidExitCode = 2;

/** `millrace exec [FILE]`: runs the pipelines of the working tree on this machine, without a server. */
export async function exec(args: readonly string[]): Promise<number> {
  // Volumes of containers get the modes of the files that are copied for them.
  process.umask(0o022);
  try {
    return await execute(args);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    note(error.message);
    return invalidExitCode;
  }
}

async function execute(args: readonly string[]): Promise<number> {
  const options = readExecOptions(args);
  if (/^\d+$/.test(options.build ?? '')) return replayBuild(Number(options.build), options, note);
  const tree = await readWorkingTree(process.cwd());
  const facts = await readBuild(tree, options);
  const file = options.file ?? findFile(tree);
  const { templates, folder } = options;
  const config = await convertFile(file, facts, {
    texts: tree.texts,
    folder,
    root: tree.root,
    ...(templates === undefined
      ? {}
      : { findTemplate: (_, name) => readTemplate(join(templates, name)) }),
  });
  const conditions = { ...dryConditions(facts), instance: splitAddress(options.server).host };
  const parsed = parsePipelineFile(config);
  const judged = judgeFile(parsed, conditions);
  const { errors, warnings, stages } = judged;
  const named = (message: string) => namePipelineFile(file, config, message);
  if (errors.length > 0) throw new StartError(errors.map(named).join('\n'));
  note(describeBuild(tree, facts));
  for (const warning of warnings) note(`Warning: ${warning}`);
  const distrust = findFileRefusal(judged, facts);
  if (distrust) throw new StartError(`${named(distrust)} (see --trusted)`);
  if (stages.length === 0) {
    note('Nothing to run: this build matches the trigger of no pipeline.');
    return 0;
  }
  const manual = findManualStages(stages, options);
  if (manual.length > 0) note(describeManual(manual));
  if (manual.length === stages.length) return 0;
  const selected = selectStages(stages, parsed.pipelines, options, conditions).filter(
    (stage) => !manual.includes(stage),
  );
  if (options.step !== undefined) {
    for (const line of describeNeededSteps(parsed.pipelines, selected, options.step, conditions))
      note(line);
  }
  const given = options.secretFile === undefined ? [] : await readSecretFile(options.secretFile);
  const secrets = withAliases(given, parsed.secrets);
  const names = selected.map(({ name }) => name);
  const missing = findMissingSecrets(config, names, secrets);
  if (missing.length > 0) {
    note(`Secrets without a value, which are empty: ${missing.join(', ')} (see --secret-file)`);
  }
  const request = dryRequest(facts, tree.texts);
  const { step } = options;
  return runLocally({
    tree,
    build: {
      ...newBuild(0, request, { error: '', warnings, link: '', now: systemClock.nowSec() }),
      number: 1,
    },
    stages,
    selected,
    facts: conditions,
    statusOf: () => 'skipped',
    details: detailsOf({ tree, facts, config, secrets, options }),
    takeSources: (folder) => takeSources(tree, facts.ref, folder, note),
    selectSteps: step === undefined ? undefined : (pipeline) => findNeededSteps(pipeline, step),
    isJson: options.isJson,
    hasCaches: options.hasCaches,
    opensShell: options.opensShell,
    note,
  });
}

interface DetailsInput {
  tree: WorkingTree;
  facts: BuildFacts;
  config: string;
  secrets: StageSecret[];
  options: ExecOptions;
}

function detailsOf({ tree, facts, config, secrets, options }: DetailsInput) {
  const { link, httpUrl, sshUrl } = tree.remote;
  const { proto, host } = splitAddress(options.server);
  return {
    repo: {
      ...dryRepo(facts),
      link,
      git_http_url: httpUrl,
      git_ssh_url: sshUrl,
      timeout: options.timeoutMinutes ?? 0,
    },
    config,
    secrets,
    ...(facts.changedFiles ? { changedPaths: facts.changedFiles } : {}),
    system: { ...drySystem, proto, host, link: options.server },
    netrc: null,
  };
}

/** The host includes the path of the URL, as on servers. */
function splitAddress(server: string): { proto: string; host: string } {
  const [proto = '', host = ''] = server.split('://');
  return { proto, host };
}

async function readBuild(tree: WorkingTree, { build, facts }: ExecOptions): Promise<BuildFacts> {
  if (build === undefined) return readFacts(tree, { text: '{}', prefix: '' }, facts);
  return readFacts(tree, { text: await readText(build), prefix: `${build}: ` }, facts);
}

/** Returns the pipeline file of the current folder, or of the whole tree. */
function findFile({ root }: WorkingTree): string {
  const name = '.drone.yml';
  return existsSync(name) ? name : join(root, name);
}

async function readTemplate(path: string): Promise<string | undefined> {
  return await readFile(path, 'utf8').catch(() => undefined);
}

function describeManual(stages: readonly PlannedStage[]): string {
  const names = stages.map(({ name }) => name).join(', ');
  return `Not run, because a person starts them: ${names} (see --stage)`;
}

function describeBuild({ hasChanges }: WorkingTree, facts: BuildFacts): string {
  const { repo, event, branch, ref, after } = facts;
  const changes = hasChanges ? ' with uncommitted changes' : '';
  return `${event} of ${repo.namespace}/${repo.name}, branch ${branch}, ${ref} at ${after.slice(0, 8)}${changes}`;
}

function note(line: string): void {
  process.stderr.write(`${line}\n`);
}
