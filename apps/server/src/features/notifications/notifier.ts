import { createHmac } from 'node:crypto';
import { z } from 'zod/mini';
import { BuildStore } from '../../builds/build-store.ts';
import { OutboxListener } from '../../builds/outbox-listener.ts';
import type { Core } from '../../core.ts';
import type { Db } from '../../db/database.ts';
import type { Build } from '../../domain/build.ts';
import type { Loop } from '../../jobs/loop.ts';
import { StoredJobs } from '../../jobs/stored-jobs.ts';
import type { ClosedNetworks } from '../../shared/closed-networks.ts';
import { RetryLaterError } from '../../shared/errors.ts';
import { parseJson } from '../../shared/parse-json.ts';
import { PostError, type PostResponse, postJson } from '../../shared/post-json.ts';
import { findPrevious, readFacts } from './build-facts.ts';
import { channels } from './channels/index.ts';
import { DeliveryStore } from './delivery-store.ts';
import { messageFacts } from './message.ts';
import { matches, outcomeOf } from './rules.ts';
import { type Delivery, type Subscription, type Target, target } from './subscription.ts';
import { SubscriptionStore } from './subscription-store.ts';

const limits = { timeoutMs: 10_000, maxBytes: 2048 };
/** Maximum time to retry a message. */
const giveUpSec = 6 * 60 * 60;
const retrySec = 10;
const temporaryStatuses: ReadonlySet<number> = new Set([408, 425, 429]);
const payload = z.object({ deliveryId: z.number() });

interface Deps
  extends Pick<Core, 'db' | 'bus' | 'clock' | 'logger' | 'measurements' | 'keys' | 'publicUrl'> {
  changes: Core['buildChanges'];
  closed: ClosedNetworks;
}

/** How a try to send a message ended. */
interface Result {
  changes: Pick<Delivery, 'responseStatus' | 'response' | 'error'>;
  /** Set if the message is sent again after this time. */
  retryAfterSec?: number;
}

/** Decides which subscriptions announce a finished build, and sends the messages. */
export class Notifier implements Loop {
  private readonly deps: Deps;
  private readonly outbox: OutboxListener;
  private readonly jobs: StoredJobs<z.infer<typeof payload>>;

  constructor(deps: Deps) {
    this.deps = deps;
    this.outbox = new OutboxListener(deps, 'notifications');
    this.jobs = new StoredJobs(deps, {
      name: 'notification',
      payload,
      giveUpSec,
      // With this, the messages of a subscription keep their order.
      pickNext: (open, nowSec) => open.find(({ due }) => due <= nowSec),
      collect: () => this.collect(),
      collectOn: ['buildChanged'],
      run: ({ payload: { deliveryId } }) => this.deliver(deliveryId),
      onFailed: async (job) => {
        const { deliveryId } = parseJson(payload, job.payload) ?? {};
        if (deliveryId) await new DeliveryStore(deps.db).update(deliveryId, { status: 'failed' });
      },
    });
  }

  run(): void {
    this.outbox.reset();
    this.jobs.run();
  }

  stop(): Promise<void> {
    return this.jobs.stop();
  }

  /** Adds the job that sends a message. Call {@link announce} after the commit. */
  addIn(trx: Db, { id, subscriptionId }: Delivery): Promise<void> {
    return this.jobs.addIn(trx, {
      key: String(id),
      place: subscriptionId,
      payload: { deliveryId: id },
    });
  }

  announce(): void {
    this.jobs.announce();
  }

  private async collect(): Promise<undefined> {
    await this.outbox.read(async (trx, { buildId, version }) => {
      const build = await new BuildStore(trx).findById(buildId);
      // If the build has changed again, its last change follows.
      if (build?.version === version) await this.decide(trx, build);
    });
    return undefined;
  }

  /** Stores one message per subscription and attempt. Later changes of the finished build have the same key. */
  private async decide(trx: Db, build: Build): Promise<void> {
    const { clock, publicUrl } = this.deps;
    if (!outcomeOf(build.status, undefined)) return;
    const subscriptions = await new SubscriptionStore(trx).list(build.repoId);
    if (subscriptions.length === 0) return;
    const outcome = outcomeOf(build.status, await findPrevious(trx, build));
    const wanted = outcome ? subscriptions.filter((each) => matches(each, build, outcome)) : [];
    if (!outcome || wanted.length === 0) return;
    const facts = await readFacts(trx, build, outcome, publicUrl());
    if (!facts) return;
    for (const { id: subscriptionId } of wanted) {
      const delivery = await new DeliveryStore(trx).insert({
        subscriptionId,
        key: `build/${build.id}/${build.attempt}`,
        facts: JSON.stringify(facts),
        created: clock.nowSec(),
      });
      if (delivery) await this.addIn(trx, delivery);
    }
  }

  private async deliver(id: number): Promise<void> {
    const { db, clock } = this.deps;
    const deliveries = new DeliveryStore(db);
    const delivery = await deliveries.find(id);
    const subscription =
      delivery && (await new SubscriptionStore(db).findById(delivery.subscriptionId));
    if (!subscription) return;
    const request = describe(subscription, delivery);
    const { changes, retryAfterSec } =
      request === undefined
        ? failure('The message is not readable by this version of the server')
        : await this.send(subscription, delivery, request);
    const unsuccessful = retryAfterSec === undefined ? 'failed' : 'waiting';
    await deliveries.update(id, {
      ...changes,
      status: changes.error === '' ? 'sent' : unsuccessful,
      tries: delivery.tries + 1,
      tried: clock.nowSec(),
      request: request ?? '',
    });
    if (retryAfterSec !== undefined) throw new RetryLaterError(503, changes.error, retryAfterSec);
  }

  private async send(
    subscription: Subscription,
    { id, key }: Delivery,
    body: string,
  ): Promise<Result> {
    const { keys, clock, closed } = this.deps;
    const opened = parseJson(target, keys.sealer.tryOpen(subscription.sealed) ?? '');
    const url = opened && URL.parse(opened.url);
    if (!url) return failure('The stored URL cannot be decrypted. Set it again.');
    const headers = {
      'user-agent': 'millrace',
      'x-millrace-event': key.startsWith('test/') ? 'test' : 'build.finished',
      'x-millrace-delivery': String(id),
      ...signatureHeaders(opened.secret, body, clock.nowSec()),
    };
    try {
      return judge(await postJson(url, body, { ...limits, headers, closed }), opened);
    } catch (error) {
      if (!(error instanceof PostError)) throw error;
      const result = failure(`The channel ${error.message}`);
      return error.isRefusal ? result : { ...result, retryAfterSec: retrySec };
    }
  }
}

function describe({ channel }: Subscription, { facts }: Delivery): string | undefined {
  const parsed = parseJson(messageFacts, facts);
  return parsed && JSON.stringify(channels[channel].describe(parsed));
}

/** The signature covers the time, so that a recorded message cannot be sent again later. */
function signatureHeaders(secret: string, body: string, nowSec: number): Record<string, string> {
  if (secret === '') return {};
  const signature = createHmac('sha256', secret).update(`${nowSec}.${body}`).digest('hex');
  return {
    'x-millrace-timestamp': String(nowSec),
    'x-millrace-signature-256': `sha256=${signature}`,
  };
}

function judge({ status, text, retryAfterSec = retrySec }: PostResponse, secrets: Target): Result {
  const changes = { responseStatus: status, response: hide(text, secrets), error: '' };
  if (status >= 200 && status < 300) return { changes };
  const failed = { changes: { ...changes, error: `The channel responded with ${status}` } };
  const isTemporary = status >= 500 || temporaryStatuses.has(status);
  return isTemporary ? { ...failed, retryAfterSec: Math.min(retryAfterSec, giveUpSec) } : failed;
}

/** A response may repeat parts of its request. Databases cannot store the character NUL. */
function hide(text: string, { url, secret }: Target): string {
  const { pathname, search } = new URL(url);
  const secrets = [url, `${pathname}${search}`, pathname, secret].filter((part) => part.length > 1);
  return secrets.reduce((shown, part) => shown.replaceAll(part, '***'), text).replaceAll('\0', '');
}

function failure(error: string): Result {
  return { changes: { responseStatus: 0, response: '', error } };
}
