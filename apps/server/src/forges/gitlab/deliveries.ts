import { createHash } from 'node:crypto';
import { z } from 'zod/mini';
import { isSameText } from '../../shared/same-text.ts';
import type { ForgeNews, ForgePullRequest } from '../forge.ts';
import { isEditBuilt } from '../remote/edited-pull-request.ts';
import type { Delivery, UnverifiedDelivery } from '../remote/forge-adapter.ts';
import { readJson } from '../remote/read-json.ts';
import { type NewsReaders, readNews } from '../remote/read-news.ts';
import { toRepoName, toSlug } from './full-path.ts';

export function isSigned({ headers }: Delivery, secret: string): boolean {
  const token = headers['x-gitlab-token'];
  return typeof token === 'string' && isSameText(token, secret);
}

const project = z.object({
  id: z.number(),
  path_with_namespace: z.string(),
  default_branch: z.optional(z.nullable(z.string())),
  visibility_level: z.number(),
});
const publicLevel = 20;
const text = z.optional(z.nullable(z.string()));

/** Sender of an event. Pushes and merge requests have it in different fields. */
const common = z.object({
  project,
  user_username: text,
  user_name: text,
  user_email: text,
  user_avatar: text,
  user: z.optional(z.object({ username: z.string(), name: text, email: text, avatar_url: text })),
});
const push = z.object({
  ref: z.string(),
  before: z.string(),
  after: z.string(),
  checkout_sha: text,
  push_options: z.catch(z.object({ ci: z.object({ skip: z.boolean() }) }), { ci: { skip: false } }),
});
const side = z.nullable(z.object({ path_with_namespace: z.string() }));
const former = z.optional(z.object({ previous: text }));
const mergeRequest = z.object({
  changes: z.catch(z.object({ target_branch: former, title: former }), {}),
  object_attributes: z.object({
    iid: z.number(),
    title: z.string(),
    description: text,
    url: z.string(),
    action: z.optional(z.string()),
    oldrev: text,
    source_branch: z.string(),
    target_branch: z.string(),
    source: side,
    target: z.object({ path_with_namespace: z.string() }),
    last_commit: z.object({ id: z.string() }),
  }),
});

const readers: NewsReaders = new Map([
  ['Push Hook', readPush],
  ['Tag Push Hook', readPush],
  ['Merge Request Hook', readMergeRequest],
]);

function readPush(payload: unknown): ForgeNews[] {
  const { ref, before, after, checkout_sha, push_options } = push.parse(payload);
  // For an annotated tag, `after` is the hash of the tag object.
  const sha = checkout_sha ?? (/^0+$/.test(after) ? '' : after);
  const options = push_options.ci.skip ? { isSkipped: true } : {};
  return [{ kind: 'push', ref, before, after: sha, ...options }];
}

const actions = new Map<string | undefined, ForgePullRequest['action']>([
  ['open', 'opened'],
  ['update', 'synchronized'],
  ['reopen', 'reopened'],
  ['close', 'closed'],
  ['merge', 'closed'],
]);

function readMergeRequest(payload: unknown): ForgeNews[] {
  const { object_attributes: attributes, changes } = mergeRequest.parse(payload);
  const action = actions.get(attributes.action);
  const { target_branch, title } = changes;
  // Updates without a previous commit pushed no commits.
  const isBuilt =
    attributes.oldrev || isEditBuilt({ target: target_branch?.previous, title: title?.previous });
  if (!action || (action === 'synchronized' && !isBuilt)) return [];
  const target = toSlug(attributes.target.path_with_namespace);
  return [
    {
      kind: 'pullRequest',
      action,
      number: attributes.iid,
      title: attributes.title,
      body: attributes.description ?? '',
      link: attributes.url,
      ref: `refs/merge-requests/${attributes.iid}/head`,
      source: attributes.source_branch,
      // A project deleted in the meantime was a fork.
      sourceRepo: attributes.source ? toSlug(attributes.source.path_with_namespace) : `${target}?`,
      target: attributes.target_branch,
      sha: attributes.last_commit.id,
      base: '',
    },
  ];
}

export function readDelivery({ headers, body }: Delivery): UnverifiedDelivery | null {
  const id = readId(headers, body);
  const kind = headers['x-gitlab-event'];
  const payload = readJson(body);
  const parsed = common.safeParse(payload);
  if (!id || typeof kind !== 'string' || !parsed.success) return null;
  const news = readNews(readers, kind, payload);
  if (news === undefined) return null;
  const event = news?.length ? toEvent(parsed.data, news) : null;
  return { repoUid: String(parsed.data.project.id), id, shownId: id, event };
}

/** GitLab before 17.4 sends no delivery id, and gives all events of one push the same event id. */
function readId(headers: Delivery['headers'], body: string): string {
  const key = headers['idempotency-key'];
  if (typeof key === 'string') return key;
  const event = headers['x-gitlab-event-uuid'];
  if (typeof event !== 'string') return '';
  return `${event} ${createHash('sha256').update(body).digest('hex')}`;
}

function toEvent(
  attributes: z.infer<typeof common>,
  news: ForgeNews[],
): UnverifiedDelivery['event'] {
  const { id, path_with_namespace, default_branch, visibility_level } = attributes.project;
  const { user } = attributes;
  return {
    repo: {
      uid: String(id),
      ...toRepoName(path_with_namespace),
      ...(default_branch ? { defaultBranch: default_branch } : {}),
      isPrivate: visibility_level !== publicLevel,
    },
    sender: {
      login: user?.username ?? attributes.user_username ?? '',
      avatar: user?.avatar_url ?? attributes.user_avatar ?? '',
      name: user?.name ?? attributes.user_name ?? '',
      email: user?.email ?? attributes.user_email ?? '',
    },
    news,
  };
}
