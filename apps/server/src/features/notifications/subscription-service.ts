import type {
  NewPersonalSubscription,
  NewSubscription,
  PersonalSubscriptionChange,
  SubscriptionChange,
} from '@millrace/contract/api';
import { badRequest, conflict, notFound } from '@millrace/contract/api-errors';
import { parseJson } from '@millrace/node-kit/parse-json';
import type { Core } from '../../core.ts';
import type { Viewer } from '../../domain/user.ts';
import { channels } from './channels/index.ts';
import type { Confirmations } from './confirmations.ts';
import type { Notifier } from './notifier.ts';
import { listReceivers } from './receivers.ts';
import { type Owner, type Subscription, type Target, target } from './subscription.ts';
import { SubscriptionStore } from './subscription-store.ts';

interface Deps extends Pick<Core, 'db' | 'clock' | 'keys' | 'logger' | 'repos' | 'repoAccess'> {
  confirmations: Pick<Confirmations, 'select'>;
  notifier: Pick<Notifier, 'announce'>;
  maxSubscriptions: number;
  sendsMail: boolean;
}

type NewFields = NewSubscription | NewPersonalSubscription;
type Changes = SubscriptionChange | PersonalSubscriptionChange;

/** Lists and changes the subscriptions of repositories and accounts. */
export class SubscriptionService {
  private readonly deps: Deps;
  private readonly subscriptions: SubscriptionStore;

  constructor(deps: Deps) {
    this.deps = deps;
    this.subscriptions = new SubscriptionStore(deps.db);
  }

  list(owner: Owner): Promise<Subscription[]> {
    return this.subscriptions.list(owner);
  }

  /** @param repoIds chosen repositories of an account's subscription */
  async create(owner: Owner, input: NewFields, repoIds: number[] = []): Promise<Subscription> {
    const { clock, maxSubscriptions } = this.deps;
    const { name, channel, rule, branches, events, digest, disabled } = input;
    const recipients = 'recipients' in input ? input.recipients : [];
    this.checkChannel(owner, input, recipients);
    const now = clock.nowSec();
    const stored = await this.subscriptions.insert(
      {
        ...owner,
        name,
        channel,
        recipients,
        rule,
        branches,
        events,
        digest,
        disabled,
        ...this.encrypt({ url: input.url ?? '', secret: input.secret ?? '' }),
        scope: 'scope' in input ? input.scope : 'chosen',
        created: now,
        updated: now,
      },
      repoIds,
      maxSubscriptions,
    );
    if (stored === 'used') throw nameUsed(name);
    if (stored === 'full') {
      throw badRequest(
        `There can be at most ${maxSubscriptions} subscriptions. Delete one before you add another.`,
      );
    }
    if (channel === 'email') this.askReceivers(stored);
    return stored;
  }

  /**
   * Changes the given fields. The channel cannot change.
   *
   * @param repoIds new chosen repositories of an account's subscription; unchanged if undefined
   */
  async update(
    owner: Owner,
    id: number,
    { url, secret, ...input }: Changes,
    repoIds?: number[],
  ): Promise<Subscription> {
    const existing = await this.subscriptions.find(owner, id);
    if (!existing) throw notFound();
    const isMoved = url !== undefined || secret !== undefined;
    const moved = isMoved ? this.replaceTarget(existing, { url, secret }) : undefined;
    if (existing.channel === 'email' && 'recipients' in input) {
      requireRecipients(input.recipients ?? existing.recipients);
    }
    if ('repos' in input) delete input.repos;
    const updated = await this.subscriptions.update(
      { ...owner, id },
      { ...input, ...(moved && this.encrypt(moved)), updated: this.deps.clock.nowSec() },
      repoIds,
    );
    if (updated === 'used') throw nameUsed(input.name ?? '');
    if (!updated) throw notFound();
    if (updated.channel === 'email') this.askReceivers(updated);
    // A digest may now be due at another time.
    this.deps.notifier.announce();
    return updated;
  }

  async delete(owner: Owner, id: number): Promise<void> {
    if (!(await this.subscriptions.find(owner, id))) throw notFound();
    await this.subscriptions.delete(id);
  }

  /** Returns the ids of repositories that the viewer may read. Other names are errors. */
  async findRepos(viewer: Viewer, slugs: readonly string[]): Promise<number[]> {
    const ids = new Set<number>();
    for (const slug of slugs) {
      const access = await this.deps.repoAccess.find(viewer, slug);
      if (!access?.permissions.read) throw badRequest(`There is no repository ${slug}`);
      ids.add(access.repo.id);
    }
    return [...ids];
  }

  /** Lists the names of the chosen repositories that the viewer may read, by subscription. */
  async listRepos(viewer: Viewer, ids: readonly number[]): Promise<Map<number, string[]>> {
    const { repos, repoAccess } = this.deps;
    const chosen = await this.subscriptions.listChosen(ids);
    const readable = new Map<number, string>();
    for (const repo of await repos.listByIds([...new Set([...chosen.values()].flat())])) {
      const { permissions } = await repoAccess.accessTo(repo, viewer);
      if (permissions.read) readable.set(repo.id, repo.slug);
    }
    return new Map(
      [...chosen].map(([id, repoIds]) => [
        id,
        repoIds.flatMap((repoId) => readable.get(repoId) ?? []).sort(),
      ]),
    );
  }

  /** A receiver that is not reached now is asked again with the next message. */
  private askReceivers(subscription: Subscription): void {
    const { db, confirmations, logger } = this.deps;
    listReceivers(db, subscription)
      .then((receivers) => confirmations.select(subscription, receivers))
      .catch((error) => logger.warn({ err: error }, 'Receivers of messages were not asked'));
  }

  /** Checks that a new subscription has the address that its channel needs. */
  private checkChannel({ userId }: Owner, { channel, url }: NewFields, recipients: string[]): void {
    if (channels[channel].transport === 'http') {
      if (!url) throw badRequest('A subscription needs the URL of its channel');
      return;
    }
    if (!this.deps.sendsMail) {
      throw badRequest('This server sends no e-mail. Its operator can set MILLRACE_SMTP_URL.');
    }
    if (userId === null) requireRecipients(recipients);
  }

  private encrypt({
    url,
    secret,
  }: Target): Pick<Subscription, 'encryptedTarget' | 'host' | 'signed'> {
    const encryptedTarget = this.deps.keys.sealer.seal(JSON.stringify({ url, secret }));
    return { encryptedTarget, host: URL.parse(url)?.host ?? '', signed: secret !== '' };
  }

  /** A new URL without a new secret removes the secret, so that no other receiver gets messages signed with it. */
  private replaceTarget(
    { channel, encryptedTarget }: Subscription,
    { url, secret = '' }: { url: string | undefined; secret: string | undefined },
  ): Target {
    if (channels[channel].transport === 'mail') {
      throw badRequest('A subscription by e-mail has no URL and no secret');
    }
    if (url !== undefined) return { url, secret };
    const stored = parseJson(target, this.deps.keys.sealer.tryOpen(encryptedTarget) ?? '');
    if (!stored) {
      throw badRequest('The stored URL cannot be decrypted. Set it together with the secret.');
    }
    return { url: stored.url, secret };
  }
}

function requireRecipients(recipients: readonly string[]): void {
  if (recipients.length === 0) throw badRequest('A subscription by e-mail needs a recipient');
}

function nameUsed(name: string) {
  return conflict(`A subscription named ${name} already exists`, 'already_exists');
}
