import { RetryLaterError } from '@millrace/contract/api-errors';
import { parseJson } from '@millrace/node-kit/parse-json';
import type { Core } from '../../core.ts';
import { RepoStore } from '../../repositories/repo-store.ts';
import type { LogsPort } from '../logs/port.ts';
import type { Origin } from './channels/channel.ts';
import { channels } from './channels/index.ts';
import type { Confirmations } from './confirmations.ts';
import { DeliveryStore } from './delivery-store.ts';
import { type DigestFacts, type MessageFacts, messageFacts } from './facts.ts';
import type { HttpSender } from './http-sender.ts';
import type { MailSender } from './mail-sender.ts';
import { mayLearnAbout } from './readers.ts';
import { listReceivers } from './receivers.ts';
import { failure, type SendResult } from './send-result.ts';
import { settingsUrl } from './settings-url.ts';
import { type Delivery, type Subscription, target } from './subscription.ts';
import { SubscriptionStore } from './subscription-store.ts';

/** Maximum time to search the log of a failed step. A message is sent without its error then. */
const maxSearchMs = 20_000;
const unconfirmed =
  'No receiver has confirmed the address yet. Each has got a message with a link for that.';

interface Deps extends Pick<Core, 'db' | 'clock' | 'keys' | 'publicUrl' | 'logger'> {
  logsPort: Pick<LogsPort, 'readErrorExcerpt'>;
  http: HttpSender;
  mail: MailSender;
  confirmations: Pick<Confirmations, 'select'>;
}

/** Sends a stored message once, and stores how that ended. */
export class MessageSender {
  private readonly deps: Deps;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  /** @throws RetryLaterError if the message must be sent again */
  async send(deliveryId: number): Promise<void> {
    const { db, clock } = this.deps;
    const deliveries = new DeliveryStore(db);
    const delivery = await deliveries.find(deliveryId);
    const subscription =
      delivery && (await new SubscriptionStore(db).findById(delivery.subscriptionId));
    if (!subscription) return;
    const request = await this.describe(subscription, delivery);
    const { changes, retryAfterSec } =
      typeof request === 'string' ? await this.trySend(subscription, delivery, request) : request;
    const unsuccessful = retryAfterSec === undefined ? 'failed' : 'waiting';
    await deliveries.update(deliveryId, {
      ...changes,
      status: changes.error === '' ? 'sent' : unsuccessful,
      tries: delivery.tries + 1,
      tried: clock.nowSec(),
      request: typeof request === 'string' ? request : '',
    });
    if (retryAfterSec !== undefined) throw new RetryLaterError(503, changes.error, retryAfterSec);
  }

  /** Returns the body of a message, or why it must not be sent. */
  private async describe(
    subscription: Subscription,
    { facts: stored, asked }: Delivery,
  ): Promise<string | SendResult> {
    const facts = parseJson(messageFacts, stored);
    if (!facts) return failure('The message is not readable by this version of the server');
    if (subscription.disabled && asked === 0) return failure('The subscription is disabled');
    const allowed = await this.allowedPart(subscription, facts);
    if (!allowed) return failure('The account may no longer read the repository');
    const origin = await this.describeOrigin(subscription);
    const complete = await this.addError(allowed);
    return JSON.stringify(channels[subscription.channel].describe(complete, origin));
  }

  /** Adds the error of the first failed step. The log is searched now, because a change of a build must not wait for that. */
  private async addError(facts: MessageFacts): Promise<MessageFacts> {
    if (facts.kind !== 'build' || facts.failedStepId === undefined) return facts;
    const { logger, logsPort } = this.deps;
    try {
      const caller = { callerKey: 'messages', gone: AbortSignal.timeout(maxSearchMs) };
      const found = await logsPort.readErrorExcerpt(facts.failedStepId, caller);
      return found ? { ...facts, error: found.text } : facts;
    } catch (error) {
      logger.warn(
        { err: error, build: facts.url },
        'The error of a failed build could not be read',
      );
      return facts;
    }
  }

  /** Returns what the subscription may learn at this moment; undefined for nothing. */
  private async allowedPart(
    subscription: Subscription,
    facts: MessageFacts,
  ): Promise<MessageFacts | undefined> {
    const { db } = this.deps;
    if (facts.kind === 'test') return facts;
    if (facts.kind !== 'digest') {
      return (await mayLearnAbout(db, subscription, facts.repoId)) ? facts : undefined;
    }
    const repos: DigestFacts['repos'] = [];
    for (const repo of facts.repos) {
      if (await mayLearnAbout(db, subscription, repo.repoId)) repos.push(repo);
    }
    return repos.length === 0 ? undefined : { ...facts, repos };
  }

  private async describeOrigin({ name, repoId }: Subscription): Promise<Origin> {
    const { db, publicUrl } = this.deps;
    const repo = repoId === null ? undefined : await new RepoStore(db).findById(repoId);
    return { name, settingsUrl: settingsUrl(publicUrl(), repo) };
  }

  private async trySend(
    subscription: Subscription,
    { id, facts }: Delivery,
    body: string,
  ): Promise<SendResult> {
    const { db, http, mail, confirmations, keys, clock, publicUrl } = this.deps;
    if (channels[subscription.channel].transport === 'mail') {
      const isPersonal = subscription.userId !== null;
      const unsubscribeUrl = isPersonal ? settingsUrl(publicUrl(), undefined) : undefined;
      const receivers = await listReceivers(db, subscription);
      const to = await confirmations.select(subscription, receivers);
      if (to.length === 0 && receivers.length > 0) return failure(unconfirmed);
      return mail.send({ id, body, to, unsubscribeUrl });
    }
    const opened = parseJson(target, keys.sealer.tryOpen(subscription.encryptedTarget) ?? '');
    if (!opened) return failure('The stored URL cannot be decrypted. Set it again.');
    const event = eventOf(parseJson(messageFacts, facts));
    return http.send({ event, id, body, sentSec: clock.nowSec() }, opened);
  }
}

const events: Record<MessageFacts['kind'], string> = {
  build: 'build.finished',
  approval: 'build.waiting',
  cron: 'cron.failed',
  digest: 'digest',
  test: 'test',
};

function eventOf(facts: MessageFacts | undefined): string {
  return facts ? events[facts.kind] : '';
}
