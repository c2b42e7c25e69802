import { randomUUID } from 'node:crypto';
import type { MissedChange } from '../../../builds/build-changes-store.ts';
import { OutboxListener } from '../../../builds/outbox-listener.ts';
import type { Core } from '../../../core.ts';
import type { Db } from '../../../db/database.ts';
import { afterCommit } from '../../../db/transaction.ts';
import type { Repo } from '../../../domain/repo.ts';
import type { User } from '../../../domain/user.ts';
import type { Loop } from '../../../jobs/loop.ts';
import { StoredJobs } from '../../../jobs/stored-jobs.ts';
import { RepoStore } from '../../../repositories/repo-store.ts';
import { toUserMessage } from '../user-message.ts';
import { describeRepoChange, describeUserChange } from './describe-change.ts';
import type { Receiver } from './receivers.ts';
import { type WebhookAction, type WebhookJob, webhookJob } from './webhook-job.ts';
import type { WebhookSender } from './webhook-sender.ts';

/** Time for which an event is retried while its receiver is unavailable. */
const giveUpSec = 24 * 60 * 60;

interface Deps extends Pick<Core, 'db' | 'bus' | 'clock' | 'logger' | 'measurements'> {
  changes: Core['buildChanges'];
  receivers: readonly Receiver[];
  sender: Pick<WebhookSender, 'send'>;
  /** Describes a repository as extensions know it. */
  describeRepo: (repo: Repo) => object;
}

/**
 * Sends changes of builds, accounts and repositories to the webhook extensions. Each event is stored as a job of
 * each receiver in the transaction of the change, so that a crash loses none.
 */
export class Webhooks implements Loop {
  private readonly deps: Deps;
  private readonly outbox: OutboxListener;
  private readonly jobs: StoredJobs<WebhookJob>;

  constructor(deps: Deps) {
    this.deps = deps;
    this.outbox = new OutboxListener(deps, 'webhooks');
    this.jobs = new StoredJobs(deps, {
      ...{ name: 'webhook', giveUpSec, payload: webhookJob },
      collect: () => this.collectBuilds(),
      collectOn: ['buildChanged'],
      run: ({ payload }) => this.deps.sender.send(payload),
    });
  }

  run(): void {
    this.outbox.reset();
    this.jobs.run();
  }

  stop(): Promise<void> {
    return this.jobs.stop();
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

  /**
   * Adds a job to each receiver that accepts the event. Its key names the event for administrators; an event with
   * the same key replaces one that waits.
   */
  private async add(
    trx: Db,
    action: WebhookAction,
    subject: WebhookJob['subject'],
    { name, slug, key }: { name: string; slug?: string; key: string },
  ): Promise<void> {
    for (const { id, place, accepts } of this.deps.receivers) {
      if (!accepts(subject.event, action, slug)) continue;
      await this.jobs.addIn(trx, {
        place,
        payload: { receiver: id, action, subject },
        key: `${subject.event}:${action} ${name} ${key} ${id}`,
      });
    }
    afterCommit(() => this.jobs.announce());
  }

  /** Adds a job for each build that changed since the last call. Changes of a waiting job are sent as one. */
  private async collectBuilds(): Promise<undefined> {
    await this.outbox.read((trx, change) => this.addBuild(trx, change));
    return undefined;
  }

  private async addBuild(
    trx: Db,
    { buildId, repoId, version, firstVersion }: MissedChange,
  ): Promise<void> {
    const repo = await new RepoStore(trx).findById(repoId);
    if (!repo) return;
    const subject = { event: 'build', buildId } as const;
    const about = { name: repo.slug, slug: repo.slug, key: String(buildId) };
    if (firstVersion === 1) await this.add(trx, 'created', subject, about);
    if (version > 1) await this.add(trx, 'updated', subject, about);
  }
}
