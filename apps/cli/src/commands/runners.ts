import {
  type NewRunner,
  type RunnerCredential,
  runnerCredentialCalls,
} from '@millrace/contract/api';
import { StartError } from '@millrace/node-kit/start-error';
import { callServer } from '../command-line/call-server.ts';
import { usageOf } from '../command-line/help-text.ts';
import { readArgs } from '../command-line/read-args.ts';
import { readServer } from '../command-line/read-server.ts';
import { readSlug } from '../command-line/read-slug.ts';
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

/** `millrace runners`: lists, adds and revokes runners with credentials of their own. */
export async function runners(args: readonly string[]): Promise<number> {
  const usage = usageOf(runnersHelp);
  const { words, values } = readArgs(args, [1, 2], options, usage);
  const [action, name] = words;
  const server = readServer(values.server);
  const calls = await callsOf(server, values);
  const print = (value: object, lines: string) => say(values.json ? JSON.stringify(value) : lines);
  if (action === 'ls' && name === undefined) {
    const found = await calls.list();
    print(found, formatRunners(found, Date.now() / 1000));
    return 0;
  }
  if (action === 'add' && name !== undefined) {
    const labels = values.labels === undefined ? {} : { labels: readLabels(values.labels) };
    const added = await calls.add({ name, protected: values.protected === true, ...labels });
    print(
      added,
      `Added ${added.name}. Start it within a day:\n\n` +
        `  MILLRACE_SERVER=${server} MILLRACE_RUNNER_TOKEN=${added.token} millrace runner\n\n` +
        'The token is valid once, and is not shown again.',
    );
    return 0;
  }
  if (action === 'revoke' && name !== undefined) {
    const runner = findRunner(await calls.list(), name);
    await calls.revoke(runner.id);
    say(`Revoked ${runner.name}.`);
    return 0;
  }
  throw new StartError(usage);
}

/** Returns the calls for the runners of a repository, of an organization or of the whole server. */
async function callsOf(
  server: string,
  { repo, org }: { repo?: string | undefined; org?: string | undefined },
) {
  if (repo && org) throw new StartError('Use either --repo or --org.');
  const { list, create, revoke } = runnerCredentialCalls;
  if (repo) {
    const params = await readSlug(repo);
    return {
      list: () => callServer(server, list[0], { params }),
      add: (body: NewRunner) => callServer(server, create[0], { params, body }),
      revoke: (credential: number) =>
        callServer(server, revoke[0], { params: { ...params, credential } }),
    };
  }
  if (org) {
    const params = { namespace: org };
    return {
      list: () => callServer(server, list[1], { params }),
      add: (body: NewRunner) => callServer(server, create[1], { params, body }),
      revoke: (credential: number) =>
        callServer(server, revoke[1], { params: { ...params, credential } }),
    };
  }
  return {
    list: () => callServer(server, list[2], {}),
    add: (body: NewRunner) => callServer(server, create[2], { body }),
    revoke: (credential: number) => callServer(server, revoke[2], { params: { credential } }),
  };
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
