import { readRef } from '@millrace/pipeline/git-ref';
import { z } from 'zod/mini';
import type { ForgeNews, ForgePullRequest } from '../forge.ts';
import { isEditBuilt } from '../remote/edited-pull-request.ts';
import type { Delivery, UnverifiedDelivery } from '../remote/forge-adapter.ts';
import { readDeletedRef, readRepository } from '../remote/read-deletion.ts';
import { readJson } from '../remote/read-json.ts';
import { type NewsReaders, readNews } from '../remote/read-news.ts';
import { isSignedWith, nameByContent } from '../remote/signatures.ts';
import { repository, toFacts } from './repositories.ts';

export function isSigned({ headers, body }: Delivery, secret: string): boolean {
  return isSignedWith(secret, body, headers['x-hub-signature-256'], 'sha256=');
}

const account = z.object({ login: z.string(), avatar_url: z._default(z.string(), '') });
const common = z.object({ repository: z.optional(repository), sender: z.optional(account) });

const push = z.object({
  ref: z.string(),
  before: z.string(),
  after: z.string(),
  base_ref: z.optional(z.nullable(z.string())),
  compare: z.catch(z.string(), ''),
  deleted: z._default(z.boolean(), false),
  head_commit: z.optional(z.nullable(z.object({ id: z.string() }))),
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
  changes: z.catch(z.object({ base: z.optional(z.object({ ref: former })), title: former }), {}),
  pull_request: z.object({
    title: z.string(),
    body: z.catch(z.string(), ''),
    html_url: z.string(),
    head: side,
    base: side,
  }),
});

/** Readers of the relevant events. They return nothing if an event changes nothing. */
const readers: NewsReaders = new Map([
  ['push', readPush],
  ['delete', readDeletedRef],
  ['pull_request', readPullRequest],
  ['repository', readRepository],
]);

function readPush(payload: unknown): ForgeNews[] {
  const { ref, before, after, base_ref, compare, deleted, head_commit } = push.parse(payload);
  const base = readRef(base_ref ?? '');
  return [
    {
      kind: 'push',
      ref,
      before,
      // For an annotated tag, `after` is the hash of the tag object.
      after: deleted ? '' : (head_commit?.id ?? after),
      ...(compare ? { link: compare } : {}),
      ...(base.kind === 'branch' ? { tagBranch: base.name } : {}),
    },
  ];
}

const actions = new Map<string, ForgePullRequest['action']>([
  ['opened', 'opened'],
  ['synchronize', 'synchronized'],
  ['reopened', 'reopened'],
  ['closed', 'closed'],
]);

function readPullRequest(payload: unknown): ForgeNews[] {
  const { action: actionName, number, pull_request, changes } = pullRequest.parse(payload);
  const isEdited = isEditBuilt({ target: changes.base?.ref?.from, title: changes.title?.from });
  const action = actionName === 'edited' && isEdited ? 'synchronized' : actions.get(actionName);
  if (!action) return [];
  const { title, body, html_url, head, base } = pull_request;
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
      base: base.sha,
    },
  ];
}

export function readDelivery({ headers, body }: Delivery): UnverifiedDelivery | null {
  const shownId = headers['x-github-delivery'];
  const kind = headers['x-github-event'];
  const payload = readJson(body);
  const parsed = common.safeParse(payload);
  if (typeof shownId !== 'string' || typeof kind !== 'string' || !parsed.success) return null;
  const { repository: repo, sender } = parsed.data;
  const repoUid = repo ? String(repo.id) : '';
  const names = { repoUid, id: nameByContent(body), shownId };
  if (!repo || !sender) return { ...names, event: null };
  const news = readNews(readers, kind, payload);
  if (news === undefined) return null;
  const from = { login: sender.login, avatar: sender.avatar_url };
  // Events without news still update the name and visibility of the repository.
  return { ...names, event: news && { repo: toFacts(repo), sender: from, news } };
}
