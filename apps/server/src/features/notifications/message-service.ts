import { randomUUID } from 'node:crypto';
import { conflict, notFound, TooManyError } from '@millrace/contract/api-errors';
import type { previewRequest } from '@millrace/contract/schemas';
import type { z } from 'zod/mini';
import type { Core } from '../../core.ts';
import type { Db } from '../../db/database.ts';
import { acquireLock } from '../../db/locks.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Repo } from '../../domain/repo.ts';
import { findPrevious, readFacts } from './build-facts.ts';
import { channels } from './channels/index.ts';
import { DeliveryStore } from './delivery-store.ts';
import { type MessageFacts, sampleDigest, sampleFacts } from './facts.ts';
import type { Notifier } from './notifier.ts';
import { outcomeOf } from './rules.ts';
import { settingsUrl } from './settings-url.ts';
import type { Delivery, Owner } from './subscription.ts';
import { SubscriptionStore } from './subscription-store.ts';

/** Newest builds among which the one of a preview is searched. */
const maxPreviewBuilds = 20;
const hourSec = 3600;
/** Name of the repository in samples for an account. */
const sampleRepo = 'octo/hello';

interface Deps extends Pick<Core, 'db' | 'clock' | 'publicUrl' | 'builds'> {
  notifier: Pick<Notifier, 'addIn' | 'announce'>;
  maxAsked: number;
  maxDeliveries: number;
}

/** Lists, previews, tests and repeats the messages of subscriptions. */
export class MessageService {
  private readonly deps: Deps;
  private readonly subscriptions: SubscriptionStore;
  private readonly deliveries: DeliveryStore;

  constructor(deps: Deps) {
    this.deps = deps;
    this.subscriptions = new SubscriptionStore(deps.db);
    this.deliveries = new DeliveryStore(deps.db);
  }

  async list(owner: Owner, id: number): Promise<Delivery[]> {
    await this.require(owner, id);
    return this.deliveries.list(id, this.deps.maxDeliveries);
  }

  /**
   * Returns the body of a message as JSON.
   *
   * @param repo repository whose newest result is shown; a sample if undefined, or if it has no result
   */
  async preview(
    { channel, kind }: z.output<typeof previewRequest>,
    repo: Repo | undefined,
  ): Promise<string> {
    const { clock, publicUrl } = this.deps;
    const sampled = [repo?.slug ?? sampleRepo, publicUrl(), clock.nowSec()] as const;
    const facts =
      kind === 'digest'
        ? sampleDigest(...sampled)
        : ((repo && (await this.readNewest(repo))) ?? sampleFacts(...sampled));
    const origin = { name: 'Preview', settingsUrl: settingsUrl(publicUrl(), repo) };
    return JSON.stringify(channels[channel].describe(facts, origin), null, 2);
  }

  async test(owner: Owner, id: number, repo: Repo | undefined): Promise<Delivery> {
    const { clock, publicUrl } = this.deps;
    await this.require(owner, id);
    const nowSec = clock.nowSec();
    const facts = sampleFacts(repo?.slug ?? sampleRepo, publicUrl(), nowSec);
    return this.sendAsked(id, (trx) =>
      new DeliveryStore(trx).insert({
        subscriptionId: id,
        key: `test/${randomUUID()}`,
        facts: JSON.stringify(facts),
        status: 'waiting',
        created: nowSec,
        asked: nowSec,
      }),
    );
  }

  async resend(owner: Owner, id: number, deliveryId: number): Promise<Delivery> {
    const { clock } = this.deps;
    await this.require(owner, id);
    return this.sendAsked(id, async (trx) => {
      const deliveries = new DeliveryStore(trx);
      const delivery = await deliveries.find(deliveryId);
      if (delivery?.subscriptionId !== id) return undefined;
      if (delivery.status === 'held' || delivery.status === 'digested') {
        throw conflict('The message is part of a digest');
      }
      return deliveries.update(deliveryId, {
        status: 'waiting',
        asked: clock.nowSec(),
        error: '',
        response: '',
        responseStatus: 0,
      });
    });
  }

  /** Stores a message that a person asked for, with the job that sends it. */
  private async sendAsked(
    id: number,
    store: (trx: Db) => Promise<Delivery | undefined>,
  ): Promise<Delivery> {
    const { db, clock, notifier, maxAsked } = this.deps;
    const stored = await inTransaction(db, async (trx) => {
      await acquireLock(trx, 'subscriptions');
      const asked = await new DeliveryStore(trx).countAsked(id, clock.nowSec() - hourSec);
      if (asked >= maxAsked) {
        throw new TooManyError(
          `A subscription sends at most ${maxAsked} tests and repetitions per hour`,
          hourSec,
        );
      }
      const delivery = await store(trx);
      if (delivery) await notifier.addIn(trx, delivery);
      return delivery;
    });
    if (!stored) throw notFound();
    notifier.announce();
    return stored;
  }

  private async readNewest(repo: Repo): Promise<MessageFacts | undefined> {
    const { db, builds, publicUrl } = this.deps;
    const recent = await builds.listRecent([repo.id], maxPreviewBuilds);
    const build = recent.find(({ status }) => outcomeOf(status, undefined));
    const outcome = build && outcomeOf(build.status, await findPrevious(db, build));
    return outcome && readFacts(db, build, outcome, publicUrl());
  }

  private async require(owner: Owner, id: number): Promise<void> {
    if (!(await this.subscriptions.find(owner, id))) throw notFound();
  }
}
