import {
  activateRepo,
  chownRepo,
  disableRepo,
  getRepo,
  type Repo,
  repairRepo,
  updateRepo,
} from '@millrace/contract/api';
import { repoChanges } from '@millrace/contract/schemas';
import { StartError } from '@millrace/node-kit/start-error';
import { parse } from 'yaml';
import { en } from 'zod/locales';
import { callServer } from '../../command-line/call-server.ts';
import { formatTable } from '../../command-line/format-table.ts';
import { usageOf } from '../../command-line/help-text.ts';
import { listRepos } from '../../command-line/list-repos.ts';
import { readArgs } from '../../command-line/read-args.ts';
import { readServer } from '../../command-line/read-server.ts';
import { readSlug } from '../../command-line/read-slug.ts';
import { say } from '../../command-line/say.ts';
import { strictObject } from '../../command-line/strict-object.ts';
import { reposHelp } from './help.ts';

const text = { type: 'string' } as const;
const flag = { type: 'boolean', default: false } as const;
const options = { org: text, all: flag, server: text, json: flag } as const;

const changes = strictObject(repoChanges.shape);

const settingNames = Object.keys(repoChanges.shape) as (keyof typeof repoChanges.shape)[];

type Params = Awaited<ReturnType<typeof readSlug>>;

/** Changes of a repository that need nothing but its name. */
const actions = new Map([
  [
    'enable',
    {
      change: (server: string, params: Params) => callServer(server, activateRepo, { params }),
      outcome: 'is enabled',
    },
  ],
  [
    'disable',
    {
      change: (server: string, params: Params) => callServer(server, disableRepo, { params }),
      outcome: 'is disabled',
    },
  ],
  [
    'chown',
    {
      change: (server: string, params: Params) => callServer(server, chownRepo, { params }),
      outcome: 'is yours',
    },
  ],
  [
    'repair',
    {
      change: (server: string, params: Params) => callServer(server, repairRepo, { params }),
      outcome: 'is synced, and has a new webhook',
    },
  ],
]);

/** `millrace repos`: lists and changes repositories. */
export async function repos(args: readonly string[]): Promise<number> {
  const usage = usageOf(reposHelp);
  const { words, values } = readArgs(args, [1, 50], options, usage);
  const [action = '', name, ...assignments] = words;
  const server = readServer(values.server);
  const print = (value: object, lines: string) => say(values.json ? JSON.stringify(value) : lines);
  if (action === 'ls' && name === undefined) {
    const found = (await listRepos(server)).filter(
      (repo) => (values.all || repo.active) && isIn(repo, values.org),
    );
    print(found, formatRepos(found));
    return 0;
  }
  if (name === undefined) throw new StartError(usage);
  const params = await readSlug(name);
  if (action === 'info' && assignments.length === 0) {
    const repo = await callServer(server, getRepo, { params });
    print(repo, formatInfo(repo));
    return 0;
  }
  if (action === 'update' && assignments.length > 0) {
    const body = readChanges(assignments);
    const repo = await callServer(server, updateRepo, { params, body });
    print(repo, formatInfo(repo));
    return 0;
  }
  const simple = actions.get(action);
  if (!simple || assignments.length > 0) throw new StartError(usage);
  const repo = await simple.change(server, params);
  print(repo, `${repo.slug} ${simple.outcome} now.`);
  return 0;
}

function isIn({ namespace }: Repo, org: string | undefined): boolean {
  return org === undefined || namespace.toLowerCase() === org.toLowerCase();
}

function formatRepos(found: readonly Repo[]): string {
  if (found.length === 0) return 'There are no repositories.';
  return formatTable(
    found.map(({ slug, active, visibility }) => [slug, active ? visibility : 'disabled']),
  );
}

function formatInfo(repo: Repo): string {
  const settings = settingNames.map((setting) => [setting, String(repo[setting] ?? '')]);
  return formatTable([['repository', repo.slug], ['active', String(repo.active)], ...settings]);
}

/** Reads `timeout=90`, `protected=true`. */
function readChanges(assignments: readonly string[]) {
  const wanted = assignments.map((assignment): [string, unknown] => {
    const [, setting, value] = /^([a-z_]+)=(.*)$/s.exec(assignment) ?? [];
    if (setting === undefined || value === undefined) {
      throw new StartError(`Write settings as SETTING=VALUE, not "${assignment}".`);
    }
    // A text such as a path is a text in YAML as well.
    return [setting, value === '' ? '' : parse(value)];
  });
  const read = changes.safeParse(Object.fromEntries(wanted), { error: en().localeError });
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const where = issue?.path.length ? `${issue.path.join('.')}: ` : '';
  throw new StartError(`${where}${issue?.message}`);
}
