import { type RunnerCredential, runnerCredentialCalls } from '@millrace/contract/api';
import { StartError } from '@millrace/node-kit/start-error';
import { callOwned, readOwner } from '../command-line/call-owned.ts';
import { usageOf } from '../command-line/help-text.ts';
import { readArgs } from '../command-line/read-args.ts';
import { readServer } from '../command-line/read-server.ts';
import { say } from '../command-line/say.ts';
import { formatRunners } from './runners/format-runners.ts';
import { runnersHelp } from './runners/runners-help.ts';

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const options = {
  repo: text,
  org: text,
  server: text,
  labels: text,
  protected: flag,
  json: flag,
} as const;

const { list, create, revoke } = runnerCredentialCalls;

/** `millrace runners`: lists, adds and revokes runners with credentials of their own. */
export async function runners(args: readonly string[]): Promise<number> {
  const usage = usageOf(runnersHelp);
  const { words, values } = readArgs(args, [1, 2], options, usage);
  const [action, name] = words;
  const server = readServer(values.server);
  const owner = await readOwner(values);
  const print = (value: object, lines: string) => say(values.json ? JSON.stringify(value) : lines);
  if (action === 'ls' && name === undefined) {
    const found = await callOwned(server, owner, list, {});
    print(found, formatRunners(found, Date.now() / 1000));
    return 0;
  }
  if (action === 'add' && name !== undefined) {
    const labels = values.labels === undefined ? {} : { labels: readLabels(values.labels) };
    const added = await callOwned(server, owner, create, {
      body: { name, protected: values.protected === true, ...labels },
    });
    print(
      added,
      `Added ${added.name}. Start it within a day:\n\n` +
        `  MILLRACE_SERVER=${server} MILLRACE_RUNNER_TOKEN=${added.token} millrace runner\n\n` +
        'The token is valid once, and is not shown again.',
    );
    return 0;
  }
  if (action === 'revoke' && name !== undefined) {
    const runner = findRunner(await callOwned(server, owner, list, {}), name);
    await callOwned(server, owner, revoke, { params: { credential: runner.id } });
    say(`Revoked ${runner.name}.`);
    return 0;
  }
  throw new StartError(usage);
}

/** Finds a runner by its whole name, by the last part of it, or by its id. */
function findRunner(all: readonly RunnerCredential[], name: string): RunnerCredential {
  const found = all.filter(
    (runner) =>
      runner.name === name || runner.name.endsWith(`/${name}`) || String(runner.id) === name,
  );
  const exact = found.find((runner) => runner.name === name) ?? found[0];
  if (!exact) throw new StartError(`There is no runner ${name}.`);
  if (found.length === 1 || exact.name === name) return exact;
  throw new StartError(
    `Several runners are called ${name}: ${found.map((each) => each.name).join(', ')}.`,
  );
}

function readLabels(text: string): Record<string, string> {
  const pairs = text.split(',').map((pair) => {
    const [, name, value] = /^\s*([^:\s]+)\s*:\s*(.+?)\s*$/.exec(pair) ?? [];
    if (name !== undefined && value !== undefined) return [name, value];
    throw new StartError(`--labels must be written key:value,key:value; "${pair}" is not.`);
  });
  return Object.fromEntries(pairs);
}
