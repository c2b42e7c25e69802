import { z } from 'zod/mini';
import type { ForgeEvent, ForgeNews, ForgePullRequest, ForgeRepoRef } from '../forge.ts';
import type { Delivery, HookTarget, UnverifiedDelivery } from '../remote/forge-adapter.ts';
import type { ForgeClient } from '../remote/forge-client.ts';
import { readDeletedRef, readRepository } from '../remote/read-deletion.ts';
import { readJson } from '../remote/read-json.ts';
import { type NewsReaders, readNews } from '../remote/read-news.ts';
import { isSignedWith, nameByContent } from '../remote/signatures.ts';
import { pathOf, repository, toFacts } from './repositories.ts';

const events = ['push', 'delete', 'pull_request', 'pull_request_sync', 'repository'];

const hook = z.object({ id: z.number(), config: z.object({ url: z._default(z.string(), '') }) });

async function findHooks(
  client: ForgeClient,
  token: string,
  repo: ForgeRepoRef,
  url: string,
): Promise<number[]> {
  const hooks = await client.listAll(token, `${pathOf(repo)}/hooks`, hook, { limit: 50 });
  return hooks.filter(({ config }) => config.url === url).map(({ id }) => id);
}

/** An existing hook is replaced: a change leaves its secret as it is. */
export async function replaceHook(
  client: ForgeClient,
  token: string,
  repo: ForgeRepoRef,
  { url, secret }: HookTarget,
): Promise<void> {
  await removeHook(client, token, repo, url);
  const body = {
    type: 'gitea',
    active: true,
    events,
    config: { url, secret, content_type: 'json' },
  };
  await client.send(token, 'POST', `${pathOf(repo)}/hooks`, body, z.unknown());
}

export async function removeHook(
  client: ForgeClient,
  token: string,
  repo: ForgeRepoRef,
  url: string,
): Promise<void> {
  for (const id of await findHooks(client, token, repo, url)) {
    await client.send(token, 'DELETE', `${pathOf(repo)}/hooks/${id}`, undefined, z.unknown());
  }
}

export function isSigned({ headers, body }: Delivery, secret: string): boolean {
  return isSignedWith(secret, body, headers['x-gitea-signature']);
}

const account = z.object({ login: z.string(), avatar_url: z._default(z.string(), '') });
const common = z.object({ repository, sender: account });

const paths = z.catch(z.array(z.string()), []);
const push = z.object({
  ref: z.string(),
  before: z.string(),
  after: z.string(),
  total_commits: z.optional(z.number()),
  commits: z.catch(z.array(z.object({ added: paths, removed: paths, modified: paths })), []),
});
const side = z.object({
  ref: z.string(),
  sha: z.string(),
  repo: z.nullable(z.object({ full_name: z.string() })),
});
const pullRequest = z.object({
  action: z.string(),
  number: z.number(),
  pull_request: z.object({
    title: z.string(),
    html_url: z.string(),
    merge_base: z._default(z.string(), ''),
    head: side,
    base: side,
  }),
});

const readers: NewsReaders = new Map([
  ['push', readPush],
  ['delete', readDeletedRef],
  ['pull_request', readPullRequest],
  ['repository', readRepository],
]);

function readPush(payload: unknown): ForgeNews[] {
  const { ref, before, after, total_commits, commits } = push.parse(payload);
  // Of a large push it lists a few commits alone.
  const listsAll = commits.length > 0 && commits.length === total_commits;
  const listed = commits.flatMap((one) => [...one.added, ...one.removed, ...one.modified]);
  return [
    {
      kind: 'push',
      ref,
      before,
      after: /^0+$/.test(after) ? '' : after,
      ...(listsAll ? { changedPaths: [...new Set(listed)] } : {}),
    },
  ];
}

const actions = new Map<string, ForgePullRequest['action']>([
  ['opened', 'opened'],
  ['synchronized', 'synchronized'],
  ['reopened', 'reopened'],
  ['closed', 'closed'],
]);

function readPullRequest(payload: unknown): ForgeNews[] {
  const { action: told, number, pull_request } = pullRequest.parse(payload);
  const action = actions.get(told);
  if (!action) return [];
  const { title, html_url, merge_base, head, base } = pull_request;
  return [
    {
      kind: 'pullRequest',
      action,
      number,
      title,
      link: html_url,
      ref: `refs/pull/${number}/head`,
      source: head.ref,
      // A fork that was deleted meanwhile is still none of ours.
      sourceRepo: head.repo?.full_name ?? `${base.repo?.full_name}?`,
      target: base.ref,
      sha: head.sha,
      base: merge_base || base.sha,
    },
  ];
}

export function readDelivery({ headers, body }: Delivery): UnverifiedDelivery | null {
  const shownId = headers['x-gitea-delivery'];
  const kind = headers['x-gitea-event'];
  const payload = readJson(body);
  const known = common.safeParse(payload);
  if (typeof shownId !== 'string' || typeof kind !== 'string' || !known.success) return null;
  const repoUid = String(known.data.repository.id);
  const news = readNews(readers, kind, payload);
  if (news === undefined) return null;
  const id = nameByContent(body);
  return { repoUid, id, shownId, event: news?.length ? toEvent(known.data, news) : null };
}

function toEvent(
  { repository: repo, sender }: z.infer<typeof common>,
  news: ForgeNews[],
): Omit<ForgeEvent, 'delivery'> {
  return {
    repo: toFacts(repo),
    sender: { login: sender.login, avatar: sender.avatar_url },
    news,
  };
}
