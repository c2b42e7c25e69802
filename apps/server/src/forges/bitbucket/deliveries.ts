import { requestsSkip } from '@millrace/build-rules';
import { branchRef, tagRef } from '@millrace/pipeline/git-ref';
import { z } from 'zod/mini';
import { isSameText } from '../../shared/same-text.ts';
import type { ForgeNews, ForgePullRequest } from '../forge.ts';
import type { Delivery, UnverifiedDelivery } from '../remote/forge-adapter.ts';
import { readJson } from '../remote/read-json.ts';
import { type NewsReaders, readNews } from '../remote/read-news.ts';
import { isSignedWith } from '../remote/signatures.ts';
import { repository, toFacts } from './repositories.ts';

/** Name of the event after a rename or another change of a repository's settings. */
export const repositoryUpdated = 'repo:updated';

/** Webhooks that Drone created have no signature: their URL contains the secret. */
export function isSigned({ headers, body, urlSecret }: Delivery, secret: string): boolean {
  const signature = headers['x-hub-signature'];
  if (signature === undefined && urlSecret) return isSameText(urlSecret, secret);
  return isSignedWith(secret, body, signature, 'sha256=');
}

const common = z.object({
  repository,
  actor: z.object({
    uuid: z.string(),
    nickname: z.optional(z.string()),
    display_name: z._default(z.string(), ''),
    links: z.optional(z.object({ avatar: z.optional(z.object({ href: z.string() })) })),
  }),
});
const ref = z.object({
  type: z.string(),
  name: z.string(),
  target: z.object({ hash: z.string() }),
});
const push = z.object({
  push: z.object({
    changes: z.array(z.object({ old: z.nullable(ref), new: z.nullable(ref) })),
  }),
});
const side = z.object({
  branch: z.object({ name: z.string() }),
  commit: z.nullable(z.object({ hash: z.string() })),
  repository: z.nullable(z.object({ full_name: z.string() })),
});
const pullRequest = z.object({
  pullrequest: z.object({
    id: z.number(),
    title: z.string(),
    description: z.catch(z.string(), ''),
    links: z.object({ html: z.object({ href: z.string() }) }),
    source: side,
    destination: side,
  }),
});

const readers: NewsReaders = new Map([
  ['repo:push', readPush],
  ['pullrequest:created', (payload: unknown) => readPullRequest(payload, 'opened')],
  ['pullrequest:updated', (payload: unknown) => readPullRequest(payload, 'synchronized')],
  ['pullrequest:fulfilled', (payload: unknown) => readPullRequest(payload, 'closed')],
  ['pullrequest:rejected', (payload: unknown) => readPullRequest(payload, 'closed')],
]);

const noCommit = '0'.repeat(40);

function readPush(payload: unknown): ForgeNews[] {
  return push.parse(payload).push.changes.flatMap(({ old, new: now }) => {
    const change = now ?? old;
    if (!change) return [];
    const full = change.type === 'branch' ? branchRef(change.name) : tagRef(change.name);
    const before = old?.target.hash ?? noCommit;
    return [{ kind: 'push', ref: full, before, after: now?.target.hash ?? '' }];
  });
}

function readPullRequest(payload: unknown, action: ForgePullRequest['action']): ForgeNews[] {
  const { id, title, description, links, source, destination } =
    pullRequest.parse(payload).pullrequest;
  // The commits of a deleted fork are not readable.
  if (!source.commit && action !== 'closed') return [];
  return [
    {
      kind: 'pullRequest',
      action,
      number: id,
      title,
      body: description,
      link: links.html.href,
      ref: `refs/pull-requests/${id}/from`,
      source: source.branch.name,
      sourceRepo: source.repository?.full_name ?? `${destination.repository?.full_name}?`,
      target: destination.branch.name,
      sha: source.commit?.hash ?? '',
      base: '',
    },
  ];
}

export function readDelivery({ headers, body }: Delivery): UnverifiedDelivery | null {
  const shownId = headers['x-request-uuid'];
  const kind = headers['x-event-key'];
  const payload = readJson(body);
  const parsed = common.safeParse(payload);
  if (typeof shownId !== 'string' || typeof kind !== 'string' || !parsed.success) return null;
  const news = readNews(readers, kind, payload);
  if (news === undefined) return null;
  const isWanted = Boolean(news?.length) || kind === repositoryUpdated;
  return {
    repoUid: parsed.data.repository.uuid,
    id: nameNews(news) ?? shownId,
    shownId,
    event: isWanted ? { ...toEvent(parsed.data), news: news ?? [] } : null,
  };
}

/**
 * Names an event by what decides about its build, so that other edits are ignored: the commit, the target branch and a
 * skip marker in the title.
 */
function nameNews(news: ForgeNews[] | null): string | undefined {
  const [first] = news ?? [];
  if (first?.kind !== 'pullRequest' || first.action === 'closed') return undefined;
  const { ref: of, sha, target, title } = first;
  return [of, sha, target, ...(requestsSkip(title) ? ['skip'] : [])].join(' ');
}

function toEvent({ repository: repo, actor }: z.infer<typeof common>) {
  return {
    repo: toFacts(repo),
    sender: {
      uid: actor.uuid,
      login: actor.nickname ?? actor.display_name,
      avatar: actor.links?.avatar?.href ?? '',
    },
  };
}
