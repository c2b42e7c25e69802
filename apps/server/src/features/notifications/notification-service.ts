import { randomUUID } from 'node:crypto';
import type { NewSubscription, SubscriptionChange } from '@millrace/contract/api';
import type { ChannelKind } from '@millrace/contract/vocabulary';
import type { Core } from '../../core.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Repo } from '../../domain/repo.ts';
import { badRequest, conflict, notFound } from '../../shared/errors.ts';
import { parseJson } from '../../shared/parse-json.ts';
import { findPrevious, readFacts, sampleFacts } from './build-facts.ts';
import { channels } from './channels/index.ts';
import { DeliveryStore } from './delivery-store.ts';
import type { Notifier } from './notifier.ts';
import { outcomeOf } from './rules.ts';
import { type Delivery, type Subscription, type Target, target } from './subscription.ts';
import { SubscriptionStore } from './subscription-store.ts';

/** Newest builds among which the one of a preview is searched. */
const maxPreviewBuilds = 20;

interface Deps extends Pick<Core, 'db' | 'clock' | 'keys' | 'publicUrl' | 'builds'> {
  notifier: Pick<Notifier, 'addIn' | 'announce'>;
  maxSubscriptions: number;
  maxDeliveries: number;
}

/** Creates, changes and tests subscriptions, and lists their messages. */
export class NotificationService {
  private readonly deps: Deps;
  private readonly subscriptions: SubscriptionStore;
  private readonly deliveries: DeliveryStore;

  constructor(deps: Deps) {
    this.deps = deps;
    this.subscriptions = new SubscriptionStore(deps.db);
    this.deliveries = new DeliveryStore(deps.db);
  }

  list(repo: Repo): Promise<Subscription[]> {
    return this.subscriptions.list(repo.id);
  }

  async create(repo: Repo, input: NewSubscription): Promise<Subscription> {
    const { clock, maxSubscriptions } = this.deps;
    const { name, channel, url, secret = '', rule, branches, events, disabled } = input;
    const now = clock.nowSec();
    const stored = await this.subscriptions.insert(
      {
        ...{ repoId: repo.id, name, channel, rule, branches, events },
        ...this.seal({ url, secret }),
        ...{ disabled, created: now, updated: now },
      },
      maxSubscriptions,
    );
    if (stored === 'used') throw nameUsed(name);
    if (stored === 'full') {
      throw badRequest(
        `A repository has at most ${maxSubscriptions} subscriptions. Delete one before you add another.`,
      );
    }
    return stored;
  }

  /** Changes the given fields. The channel cannot change. */
  async update(repo: Repo, id: number, input: SubscriptionChange): Promise<Subscription> {
    const subscription = await this.require(repo, id);
    const { url, secret, ...changes } = input;
    if (changes.name && (await this.subscriptions.isNameUsed(repo.id, changes.name, id))) {
      throw nameUsed(changes.name);
    }
    const isMoved = url !== undefined || secret !== undefined;
    const updated = await this.subscriptions.update(id, {
      ...changes,
      ...(isMoved && this.seal(this.replaceTarget(subscription, { url, secret }))),
      updated: this.deps.clock.nowSec(),
    });
    if (!updated) throw notFound();
    return updated;
  }

  async delete(repo: Repo, id: number): Promise<void> {
    await this.subscriptions.delete((await this.require(repo, id)).id);
  }

  /** Returns the body of a message about the newest result, or about a sample if there is none. */
  async preview(repo: Repo, channel: ChannelKind): Promise<string> {
    const { db, builds, publicUrl, clock } = this.deps;
    const recent = await builds.listRecent([repo.id], maxPreviewBuilds);
    const build = recent.find(({ status }) => outcomeOf(status, undefined));
    const outcome = build && outcomeOf(build.status, await findPrevious(db, build));
    const facts = outcome && (await readFacts(db, build, outcome, publicUrl()));
    const sample = sampleFacts(repo.slug, publicUrl(), clock.nowSec());
    return JSON.stringify(channels[channel].describe(facts ?? sample), null, 2);
  }

  async test(repo: Repo, id: number): Promise<Delivery> {
    const { db, clock, publicUrl, notifier } = this.deps;
    await this.require(repo, id);
    const now = clock.nowSec();
    const stored = await inTransaction(db, async (trx) => {
      const delivery = await new DeliveryStore(trx).insert({
        subscriptionId: id,
        key: `test/${randomUUID()}`,
        facts: JSON.stringify(sampleFacts(repo.slug, publicUrl(), now)),
        created: now,
      });
      if (delivery) await notifier.addIn(trx, delivery);
      return delivery;
    });
    if (!stored) throw notFound();
    notifier.announce();
    return stored;
  }

  async listDeliveries(repo: Repo, id: number): Promise<Delivery[]> {
    await this.require(repo, id);
    return this.deliveries.list(id, this.deps.maxDeliveries);
  }

  async resend(repo: Repo, id: number, deliveryId: number): Promise<Delivery> {
    const { db, notifier } = this.deps;
    await this.require(repo, id);
    const delivery = await this.deliveries.find(deliveryId);
    if (delivery?.subscriptionId !== id) throw notFound();
    const stored = await inTransaction(db, async (trx) => {
      const waiting = await new DeliveryStore(trx).update(deliveryId, {
        ...{ status: 'waiting', error: '', response: '', responseStatus: 0 },
      });
      if (waiting) await notifier.addIn(trx, waiting);
      return waiting;
    });
    if (!stored) throw notFound();
    notifier.announce();
    return stored;
  }

  private async require(repo: Repo, id: number): Promise<Subscription> {
    const found = await this.subscriptions.find(repo.id, id);
    if (!found) throw notFound();
    return found;
  }

  private seal({ url, secret }: Target): Pick<Subscription, 'sealed' | 'host' | 'signed'> {
    const encrypted = this.deps.keys.sealer.seal(JSON.stringify({ url, secret }));
    return { sealed: encrypted, host: new URL(url).host, signed: secret !== '' };
  }

  /** A new URL without a new secret removes the secret, so that no other receiver gets messages signed with it. */
  private replaceTarget(
    { sealed }: Subscription,
    { url, secret = '' }: { url: string | undefined; secret: string | undefined },
  ): Target {
    if (url !== undefined) return { url, secret };
    const stored = parseJson(target, this.deps.keys.sealer.tryOpen(sealed) ?? '');
    if (!stored)
      throw badRequest('The stored URL cannot be decrypted. Set it together with the secret.');
    return { url: stored.url, secret };
  }
}

function nameUsed(name: string) {
  return conflict(`A subscription named ${name} already exists`);
}
