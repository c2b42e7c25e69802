import { type Secret, secretCalls } from '@millrace/contract/api';
import { StartError } from '@millrace/node-kit/start-error';
import { bodyOf } from '../../command-line/body-of.ts';
import { callOwned, readOwner } from '../../command-line/call-owned.ts';
import { formatTable } from '../../command-line/format-table.ts';
import { usageOf } from '../../command-line/help-text.ts';
import { readArgs } from '../../command-line/read-args.ts';
import { readInput } from '../../command-line/read-input.ts';
import { readServer } from '../../command-line/read-server.ts';
import { say } from '../../command-line/say.ts';
import { secretsHelp } from './help.ts';

const text = { type: 'string' } as const;
const texts = { type: 'string', multiple: true } as const;
const flag = { type: 'boolean', default: false } as const;
const options = {
  repo: text,
  org: text,
  event: texts,
  branch: texts,
  image: texts,
  'pull-request': text,
  'keep-value': flag,
  server: text,
  json: flag,
} as const;

const { list, create, update, delete: remove } = secretCalls;

/** `millrace secrets`: lists and changes secrets of a repository, an organization or the server. */
export async function secrets(args: readonly string[]): Promise<number> {
  const usage = usageOf(secretsHelp);
  const { words, values } = readArgs(args, [1, 2], options, usage);
  const [action, name] = words;
  const server = readServer(values.server);
  const owner = await readOwner(values);
  const print = (value: object, lines: string) => say(values.json ? JSON.stringify(value) : lines);
  if (action === 'ls' && name === undefined) {
    const found = await callOwned(server, owner, list, {});
    print(found, formatSecrets(found));
    return 0;
  }
  if (name === undefined) throw new StartError(usage);
  const params = { secret: name };
  if (action === 'add') {
    const body = bodyOf(create[0], { name, data: await readValue(), ...readLimits(values) });
    print(await callOwned(server, owner, create, { body }), `Added the secret ${name}.`);
    return 0;
  }
  if (action === 'update') {
    const data = values['keep-value'] ? {} : { data: await readValue() };
    const body = bodyOf(update[0], { ...data, ...readLimits(values) });
    print(await callOwned(server, owner, update, { params, body }), `Changed the secret ${name}.`);
    return 0;
  }
  if (action !== 'rm') throw new StartError(usage);
  await callOwned(server, owner, remove, { params });
  say(`Deleted the secret ${name}.`);
  return 0;
}

/** Reads a value, without the line break at its end. */
async function readValue(): Promise<string> {
  const value = (await readInput()).replace(/\r?\n$/, '');
  if (value === '') throw new StartError('Write the value to standard input.');
  return value;
}

interface Limits {
  event?: string[] | undefined;
  branch?: string[] | undefined;
  image?: string[] | undefined;
  'pull-request'?: string | undefined;
}

function readLimits({ event, branch, image, 'pull-request': pull }: Limits): object {
  if (pull !== undefined && pull !== 'yes' && pull !== 'no') {
    throw new StartError(`--pull-request must be yes or no, not "${pull}".`);
  }
  return {
    ...(event && { events: event.filter(Boolean) }),
    ...(branch && { branches: branch.filter(Boolean) }),
    ...(image && { images: image.filter(Boolean) }),
    ...(pull !== undefined && { pull_request: pull === 'yes' }),
  };
}

function formatSecrets(found: readonly Secret[]): string {
  if (found.length === 0) return 'There are no secrets.';
  return formatTable(
    found.map((secret) => [
      secret.name,
      [
        ...limitOf('events', secret.events),
        ...limitOf('branches', secret.branches),
        ...limitOf('images', secret.images),
        ...(secret.pull_request ? ['pull requests'] : []),
      ].join('; '),
    ]),
  );
}

function limitOf(name: string, values: readonly string[] = []): string[] {
  return values.length > 0 ? [`${name} ${values.join(', ')}`] : [];
}
