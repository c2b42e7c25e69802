import { z } from 'zod/mini';
import type { ForgeNews, ForgePullRequest, ForgeRepoRef } from '../forge.ts';
import type { Delivery, HookTarget, UnverifiedDelivery } from '../remote/forge-adapter.ts';
import type { ForgeClient } from '../remote/forge-client.ts';
import { ForgeRefusedError } from '../remote/forge-errors.ts';
import { readDeletedRef, readRepository } from '../remote/read-deletion.ts';
import { readJson } from '../remote/read-json.ts';
import { type NewsReaders, readNews } from '../remote/read-news.ts';
import { isSignedWith, nameByContent } from '../remote/signatures.ts';
import { pathOf, repository, toFacts } from './repositories.ts';

const events = ['push', 'delete', 'pull_request', 'repository'];

const hook = z.object({
  id: z.number(),
  config: z.object({ url: z._default(z.string(), '') }),
});

async function findHooks(
  client: ForgeClient,
  token: string,
  repo: ForgeRepoRef,
  url: string,
): Promise<number[]> {
  const hooks = await client.listAll(token, `${pathOf(repo)}/hooks`, hook, { per_page: 100 });
  return hooks.filter(({ config }) => config.url === url).map(({ id }) => id);
}

export async function replaceHook(
  client: ForgeClient,
  token: string,
  repo: ForgeRepoRef,
  { url, secret }: HookTarget,
): Promise<void> {
  const config = { url, content_type: 'json', secret, insecure_ssl: '0' };
  const body = { name: 'web', active: true, events, config };
  const create = () => client.send(token, 'POST', `${pathOf(repo)}/hooks`, body, z.unknown());
  await removeHook(client, token, repo, url);
  try {
    await create();
  } catch (error) {
    // Another one may have made it meanwhile.
    const isRefused = error instanceof ForgeRefusedError && error.forgeStatus === 422;
    if (!isRefused || !(await removeHook(client, token, repo, url))) throw error;
    await create();
  }
}

/** Returns false if there was none. */
export async function removeHook(
  client: ForgeClient,
  token: string,
  repo: ForgeRepoRef,
  url: string,
): Promise<boolean> {
  const found = await findHooks(client, token, repo, url);
  for (const id of found) {
    await client.send(token, 'DELETE', `${pathOf(repo)}/hooks/${id}`, undefined, z.unknown());
  }
  return found.length > 0;
}

export function isSigned({ headers, body }: Delivery, secret: string): boolean {
  return isSignedWith(secret, body, headers['x-hub-signature-256'], 'sha256=');
}

const account = z.object({ login: z.string(), avatar_url: z._default(z.string(), '') });
const common = z.object({ repository: z.optional(repository), sender: z.optional(account) });

const push = z.object({
  ref: z.string(),
  before: z.string(),
  after: z.string(),
  deleted: z._default(z.boolean(), false),
  head_commit: z.optional(z.nullable(z.object({ id: z.string() }))),
});
const side = z.object({
  ref: z.string(),
  sha: z.string(),
  repo: z.nullable(z.object({ full_name: z.string() })),
});
const pullRequest = z.object({
  action: z.string(),
  number: z.number(),
  pull_request: z.object({ title: z.string(), html_url: z.string(), head: side, base: side }),
});

/** Readers of the relevant events. They return nothing if an event changes nothing. */
const readers: NewsReaders = new Map([
  ['push', readPush],
  ['delete', readDeletedRef],
  ['pull_request', readPullRequest],
  ['repository', readRepository],
]);

function readPush(payload: unknown): ForgeNews[] {
  const { ref, before, after, deleted: isDeleted, head_commit } = push.parse(payload);
  // Of a tag with a message, `after` is the tag's own hash.
  return [{ kind: 'push', ref, before, after: isDeleted ? '' : (head_commit?.id ?? after) }];
}

const actions = new Map<string, ForgePullRequest['action']>([
  ['opened', 'opened'],
  ['synchronize', 'synchronized'],
  ['reopened', 'reopened'],
  ['closed', 'closed'],
]);

function readPullRequest(payload: unknown): ForgeNews[] {
  const { action: told, number, pull_request } = pullRequest.parse(payload);
  const action = actions.get(told);
  if (!action) return [];
  const { title, html_url, head, base } = pull_request;
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
      base: base.sha,
    },
  ];
}

export function readDelivery({ headers, body }: Delivery): UnverifiedDelivery | null {
  const shownId = headers['x-github-delivery'];
  const kind = headers['x-github-event'];
  const payload = readJson(body);
  const known = common.safeParse(payload);
  if (typeof shownId !== 'string' || typeof kind !== 'string' || !known.success) return null;
  const { repository: repo, sender } = known.data;
  const repoUid = repo ? String(repo.id) : '';
  const names = { repoUid, id: nameByContent(body), shownId };
  if (!repo || !sender) return { ...names, event: null };
  const news = readNews(readers, kind, payload);
  if (news === undefined) return null;
  const from = { login: sender.login, avatar: sender.avatar_url };
  // Without news too, its name and visibility are followed.
  return { ...names, event: news && { repo: toFacts(repo), sender: from, news } };
}
