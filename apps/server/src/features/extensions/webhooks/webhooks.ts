import { randomUUID } from 'node:crypto';
import type { MissedChange } from '../../../builds/build-changes-store.ts';
import { type BuildJobDeps, createOutboxJobs } from '../../../builds/build-jobs.ts';
import type { Db } from '../../../db/database.ts';
import { afterCommit } from '../../../db/transaction.ts';
import type { Repo } from '../../../domain/repo.ts';
import type { User } from '../../../domain/user.ts';
import type { NewJob } from '../../../jobs/job.ts';
import type { StoredJobs } from '../../../jobs/stored-jobs.ts';
import { RepoStore } from '../../../repositories/repo-store.ts';
import { toUserMessage } from '../user-message.ts';
import { describeRepoChange, describeUserChange } from './describe-change.ts';
import type { Receiver } from './receivers.ts';
import { type WebhookAction, type WebhookJob, webhookJob } from './webhook-job.ts';
import type { WebhookSender } from './webhook-sender.ts';

/** Time for which an event is retried while its receiver is unavailable. */
const giveUpSec = 24 * 60 * 60;

interface Deps extends BuildJobDeps {
  receivers: readonly Receiver[];
  sender: Pick<WebhookSender, 'send'>;
  /** Describes a repository as extensions know it. */
  describeRepo: (repo: Repo) => object;
}

/**
 * Sends changes of builds, accounts and repositories to the webhook extensions. Each event is stored as a job of
 * each receiver in the transaction of the change, so that a crash loses none.
 */
export class Webhooks {
  private readonly deps: Deps;
  readonly jobs: StoredJobs<WebhookJob>;

  constructor(deps: Deps) {
    this.deps = deps;
    this.jobs = createOutboxJobs(deps, {
      name: 'webhook',
      listener: 'webhooks',
      giveUpSec,
      payload: webhookJob,
      listJobs: (trx, change) => this.listBuildJobs(trx, change),
      run: ({ payload }) => this.deps.sender.send(payload),
    });
  }

  async recordUser(trx: Db, change: { before?: User; after?: User }): Promise<void> {
    const action = describeUserChange(change);
    const user = change.after ?? change.before;
    if (!action || !user) return;
    const subject = { event: 'user', user: toUserMessage(user) } as const;
    await this.add(trx, action, subject, { name: user.login, key: randomUUID() });
  }

  async recordRepo(trx: Db, change: { before?: Repo; after?: Repo }): Promise<void> {
    const action = describeRepoChange(change);
    const repo = change.after ?? change.before;
    if (!action || !repo) return;
    const subject = { event: 'repo', repo: { ...this.deps.describeRepo(repo) } } as const;
    await this.add(trx, action, subject, { name: repo.slug, slug: repo.slug, key: randomUUID() });
  }

  private async add(trx: Db, ...event: Parameters<typeof this.listJobs>): Promise<void> {
    for (const job of this.listJobs(...event)) await this.jobs.addIn(trx, job);
    afterCommit(() => this.jobs.announce());
  }

  /**
   * Lists a job for each receiver that accepts the event. Its key names the event for administrators; an event with
   * the same key replaces one that waits.
   */
  private listJobs(
    action: WebhookAction,
    subject: WebhookJob['subject'],
    { name, slug, key }: { name: string; slug?: string; key: string },
  ): NewJob<WebhookJob>[] {
    return this.deps.receivers
      .filter(({ accepts }) => accepts(subject.event, action, slug))
      .map(({ id, place }) => ({
        place,
        payload: { receiver: id, action, subject },
        key: `${subject.event}:${action} ${name} ${key} ${id}`,
      }));
  }

  /** Lists the jobs of a changed build. Changes of a waiting job are sent as one. */
  private async listBuildJobs(
    trx: Db,
    { buildId, repoId, version, firstVersion }: MissedChange,
  ): Promise<NewJob<WebhookJob>[]> {
    const repo = await new RepoStore(trx).findById(repoId);
    if (!repo) return [];
    const subject = { event: 'build', buildId } as const;
    const about = { name: repo.slug, slug: repo.slug, key: String(buildId) };
    return [
      ...(firstVersion === 1 ? this.listJobs('created', subject, about) : []),
      ...(version > 1 ? this.listJobs('updated', subject, about) : []),
    ];
  }
}
