import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { readEnvironment } from '@millrace/node-kit/environment';
import { StartError } from '@millrace/node-kit/start-error';
import { z } from 'zod/mini';
import { usageOf } from '../command-line/help-text.ts';
import { listRepos } from '../command-line/list-repos.ts';
import { readArgs } from '../command-line/read-args.ts';
import { readText, UnreadableFile } from '../command-line/read-input.ts';
import { readServer } from '../command-line/read-server.ts';
import { say } from '../command-line/say.ts';
import { applyHelp } from './apply/apply-help.ts';
import { formatOutcomes, formatPlan, toJson } from './apply/format-changes.ts';
import { type Change, planChanges } from './apply/plan-changes.ts';
import { readCurrent, sectionsToRead } from './apply/read-current.ts';
import { readSettings } from './apply/read-settings-file.ts';
import { readSecrets } from './apply/references.ts';
import type { WantedState } from './apply/resource.ts';
import { makeChange, runChanges } from './apply/run-changes.ts';
import { type Settings, settingsSchema } from './apply/settings-schema.ts';
import { wantedState } from './apply/wanted-state.ts';

const text = { type: 'string' } as const;
const flag = { type: 'boolean', default: false } as const;
const options = {
  file: { ...text, short: 'f' },
  server: text,
  'dry-run': flag,
  prune: flag,
  yes: flag,
  'rewrite-secrets': flag,
  json: flag,
  schema: flag,
} as const;

const differs = 2;

/** `millrace apply`: makes a server what a settings file describes. */
export async function apply(args: readonly string[]): Promise<number> {
  const usage = usageOf(applyHelp);
  const { values } = readArgs(args, 0, options, usage);
  if (values.schema) {
    say(
      JSON.stringify(
        z.toJSONSchema(settingsSchema, { io: 'input', unrepresentable: 'any' }),
        null,
        2,
      ),
    );
    return 0;
  }
  if (values.file === undefined) throw new StartError(usage);
  const { file } = values;
  const settings = readSettings(await readText(file), file === '-' ? 'standard input' : file);
  const server = readServer(values.server);
  // Paths in settings from standard input are relative to the current folder.
  const folder = file === '-' ? process.cwd() : dirname(resolve(file));
  const wanted = await readWanted(server, settings, folder);
  const all = planChanges(await readCurrent(server, sectionsToRead(wanted)), wanted, {
    prune: values.prune,
    rewriteSecrets: values['rewrite-secrets'],
  });
  const changes = all.filter(({ action }) => action !== 'unchanged');
  if (!values.json) say(formatPlan(all));
  if (values['dry-run']) {
    if (values.json) say(JSON.stringify(changes.map((change) => toJson(change))));
    return changes.length > 0 ? differs : 0;
  }
  const secrets = await readSecrets(changes, folder, readEnvironment());
  if (!values.yes) await confirmDeletions(changes);
  const outcomes = await runChanges(changes, (change) =>
    makeChange(server, change, secrets.get(change)),
  );
  if (values.json) say(JSON.stringify(outcomes.map((each) => toJson(each.change, each))));
  else if (outcomes.length > 0) say(formatOutcomes(outcomes));
  return outcomes.every(({ result }) => result === 'done') ? 0 : 1;
}

async function readWanted(
  server: string,
  settings: Settings,
  folder: string,
): Promise<WantedState> {
  const organizations = Object.values(settings.organizations ?? {});
  const hasDefaults = organizations.some(({ defaults }) => defaults);
  const repos = hasDefaults ? (await listRepos(server)).filter(({ active }) => active) : [];
  const texts = new Map<string, string>();
  for (const { templates = {} } of organizations) {
    for (const { file } of Object.values(templates)) {
      if (file !== undefined) texts.set(file, await readTemplate(resolve(folder, file)));
    }
  }
  return wantedState(settings, {
    reposOf: (namespace) =>
      repos
        .filter((repo) => repo.namespace.toLowerCase() === namespace.toLowerCase())
        .map(({ slug }) => slug),
    texts,
  });
}

function readTemplate(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: Error) => {
    throw new UnreadableFile(path, error);
  });
}

/** @throws StartError if the person does not agree */
async function confirmDeletions(changes: readonly Change[]): Promise<void> {
  const count = changes.filter(({ action }) => action === 'delete').length;
  if (count === 0) return;
  const what = count === 1 ? 'one deletion' : `${count} deletions`;
  if (!process.stdin.isTTY)
    throw new StartError(`Confirm ${what} with --yes. Nothing was changed.`);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(`Make these changes, with ${what}? [y/N] `);
  terminal.close();
  if (!/^y(es)?$/i.test(answer.trim())) throw new StartError('Nothing was changed.');
}
