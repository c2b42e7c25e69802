import {
  type AccessToken,
  createAccessToken,
  createUserToken,
  deleteAccessToken,
  deleteUserToken,
  listAccessTokens,
  listUserTokens,
  type NewAccessToken,
} from '@millrace/contract/api';
import { tokenScopes } from '@millrace/contract/vocabulary';
import { StartError } from '@millrace/node-kit/start-error';
import { callServer } from '../../command-line/call-server.ts';
import { formatAgo } from '../../command-line/format-ago.ts';
import { formatTable } from '../../command-line/format-table.ts';
import { usageOf } from '../../command-line/help-text.ts';
import { readArgs } from '../../command-line/read-args.ts';
import { readServer } from '../../command-line/read-server.ts';
import { say } from '../../command-line/say.ts';
import { tokensHelp } from './help.ts';

const text = { type: 'string' } as const;
const options = {
  user: text,
  scope: text,
  repo: text,
  days: text,
  server: text,
  json: { type: 'boolean', default: false },
} as const;

const daySec = 86_400;

/** `millrace tokens`: lists, adds and revokes access tokens. */
export async function tokens(args: readonly string[]): Promise<number> {
  const usage = usageOf(tokensHelp);
  const { words, values } = readArgs(args, [1, 2], options, usage);
  const [action, name] = words;
  const calls = callsOf(readServer(values.server), values.user);
  const print = (value: object, lines: string) => say(values.json ? JSON.stringify(value) : lines);
  const nowSec = Math.floor(Date.now() / 1000);
  if (action === 'ls' && name === undefined) {
    const found = await calls.list();
    print(found, formatTokens(found, nowSec));
    return 0;
  }
  if (action === 'add' && name !== undefined) {
    const scope = tokenScopes.find((candidate) => candidate === values.scope);
    if (!scope) throw new StartError(`--scope must be one of ${tokenScopes.join(', ')}.`);
    const expires = values.days === undefined ? 0 : nowSec + readDays(values.days) * daySec;
    const added = await calls.add({ name, scope, repo: values.repo ?? null, expires });
    // A script reads the token from standard output.
    print(added, added.token);
    return 0;
  }
  if (action === 'rm' && name !== undefined) {
    const token = (await calls.list()).find((each) => each.name === name);
    if (!token) throw new StartError(`There is no access token ${name}.`);
    await calls.revoke(String(token.id));
    say(`Revoked the access token ${name}.`);
    return 0;
  }
  throw new StartError(usage);
}

/** Returns the calls for the tokens of an account, by default that of the token of the environment. */
function callsOf(server: string, login: string | undefined) {
  if (login === undefined) {
    return {
      list: () => callServer(server, listAccessTokens, {}),
      add: (body: NewAccessToken) => callServer(server, createAccessToken, { body }),
      revoke: (token: string) => callServer(server, deleteAccessToken, { params: { token } }),
    };
  }
  return {
    list: () => callServer(server, listUserTokens, { params: { login } }),
    add: (body: NewAccessToken) => callServer(server, createUserToken, { params: { login }, body }),
    revoke: (token: string) => callServer(server, deleteUserToken, { params: { login, token } }),
  };
}

function readDays(days: string): number {
  if (/^[1-9]\d{0,4}$/.test(days)) return Number(days);
  throw new StartError(`--days must be a whole number from 1 to 99999, not "${days}".`);
}

function formatTokens(found: readonly AccessToken[], nowSec: number): string {
  if (found.length === 0) return 'There are no access tokens.';
  return formatTable(
    found.map(({ name, scope, repo, expires, last_used }) => [
      name,
      scope,
      repo ?? 'all repositories',
      expires === 0 ? 'does not expire' : describeExpiry(expires, nowSec),
      last_used === 0 ? 'not used yet' : `used ${formatAgo(nowSec - last_used)}`,
    ]),
  );
}

function describeExpiry(expires: number, nowSec: number): string {
  if (expires <= nowSec) return 'expired';
  return `until ${new Date(expires * 1000).toISOString().slice(0, 10)}`;
}
