import { z } from 'zod/mini';
import type { ForgeEvent, ForgeNews, ForgePullRequest } from '../forge.ts';
import { isEditBuilt } from '../remote/edited-pull-request.ts';
import type { Delivery, UnverifiedDelivery } from '../remote/forge-adapter.ts';
import { readDeletedRef, readRepository } from '../remote/read-deletion.ts';
import { readJson } from '../remote/read-json.ts';
import { type NewsReaders, readNews } from '../remote/read-news.ts';
import { isSignedWith, nameByContent } from '../remote/signatures.ts';
import { repository, toFacts } from './repositories.ts';

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
  compare_url: z.catch(z.string(), ''),
  total_commits: z.optional(z.number()),
  commits: z.catch(z.array(z.object({ added: paths, removed: paths, modified: paths })), []),
});
const side = z.object({
  ref: z.string(),
  sha: z.string(),
  repo: z.nullable(z.object({ full_name: z.string() })),
});
const former = z.optional(z.object({ from: z.string() }));
const pullRequest = z.object({
  action: z.string(),
  number: z.number(),
  changes: z.catch(z.object({ ref: former, title: former }), {}),
  pull_request: z.object({
    title: z.string(),
    body: z.catch(z.string(), ''),
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
  const { ref, before, after, compare_url, total_commits, commits } = push.parse(payload);
  // A large push lists only some of its commits.
  const listsAll = commits.length > 0 && commits.length === total_commits;
  const listed = commits.flatMap((one) => [...one.added, ...one.removed, ...one.modified]);
  return [
    {
      kind: 'push',
      ref,
      before,
      after: /^0+$/.test(after) ? '' : after,
      ...(compare_url ? { link: compare_url } : {}),
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
  const { action: actionName, number, pull_request, changes } = pullRequest.parse(payload);
  const isEdited = isEditBuilt({ target: changes.ref?.from, title: changes.title?.from });
  const action = actionName === 'edited' && isEdited ? 'synchronized' : actions.get(actionName);
  if (!action) return [];
  const { title, body, html_url, merge_base, head, base } = pull_request;
  return [
    {
      kind: 'pullRequest',
      action,
      number,
      title,
      body,
      link: html_url,
      ref: `refs/pull/${number}/head`,
      source: head.ref,
      // A repository deleted in the meantime was a fork.
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
  const parsed = common.safeParse(payload);
  if (typeof shownId !== 'string' || typeof kind !== 'string' || !parsed.success) return null;
  const repoUid = String(parsed.data.repository.id);
  const news = readNews(readers, kind, payload);
  if (news === undefined) return null;
  const id = nameByContent(body);
  return { repoUid, id, shownId, event: news?.length ? toEvent(parsed.data, news) : null };
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
