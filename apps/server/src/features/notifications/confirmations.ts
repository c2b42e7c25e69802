import type { MailMessage } from '@millrace/contract/api';
import { parseJson } from '@millrace/node-kit/parse-json';
import { z } from 'zod/mini';
import type { Core } from '../../core.ts';
import { RepoStore } from '../../repositories/repo-store.ts';
import { AddressStore } from './address-store.ts';
import { escapeText } from './escape-text.ts';
import type { MailSender } from './mail-sender.ts';
import type { Owner } from './subscription.ts';

/** Path of the page with which the owner of an address confirms it. */
export const confirmPath = '/api/notifications/confirm';
const daySec = 24 * 60 * 60;
/** Time after which an address that did not answer may be asked again. */
const askAgainSec = daySec;
/** Time for which a link is valid. */
const validSec = 30 * daySec;

const request = z.object({
  repoId: z.nullable(z.number()),
  userId: z.nullable(z.number()),
  address: z.string(),
  until: z.number(),
});

interface Deps extends Pick<Core, 'db' | 'clock' | 'keys' | 'publicUrl'> {
  mail: Pick<MailSender, 'send'>;
}

/** Asks the owners of e-mail addresses whether they want messages: anybody can enter the address of another person. */
export class Confirmations {
  private readonly deps: Deps;
  private readonly addresses: AddressStore;

  constructor(deps: Deps) {
    this.deps = deps;
    this.addresses = new AddressStore(deps.db);
  }

  /** Returns those of the addresses that are confirmed, and asks the others, each at most once a day. */
  async select(owner: Owner, addresses: readonly string[]): Promise<string[]> {
    const confirmed = await this.addresses.findConfirmed(owner, addresses);
    for (const address of addresses) {
      if (!confirmed.has(address)) await this.ask(owner, address);
    }
    return addresses.filter((address) => confirmed.has(address));
  }

  /** Reads the request of a link; undefined if it is not valid, or over. */
  async read(token: string): Promise<{ address: string; from: string } | undefined> {
    const asked = this.open(token);
    return asked && { address: asked.address, from: await this.describeOwner(asked) };
  }

  async confirm(token: string): Promise<boolean> {
    const asked = this.open(token);
    if (!asked) return false;
    return this.addresses.confirm(asked, asked.address, this.deps.clock.nowSec());
  }

  private async ask(owner: Owner, address: string): Promise<void> {
    const { clock, keys, mail, publicUrl } = this.deps;
    const nowSec = clock.nowSec();
    if (!(await this.addresses.ask(owner, address, { nowSec, sinceSec: nowSec - askAgainSec }))) {
      return;
    }
    const { repoId, userId } = owner;
    const asked = { repoId, userId, address, until: nowSec + validSec };
    const url = new URL(publicUrl() + confirmPath);
    url.searchParams.set('token', keys.sealer.seal(JSON.stringify(asked)));
    const body = describe(await this.describeOwner(owner), url.href);
    const id = `confirm-${repoId ?? 0}-${userId ?? 0}-${nowSec}`;
    const message = { id, body: JSON.stringify(body), to: [address], unsubscribeUrl: undefined };
    const { changes } = await mail.send(message);
    if (changes.error !== '') await this.addresses.setUnasked(owner, address);
  }

  private open(token: string): z.infer<typeof request> | undefined {
    const asked = parseJson(request, this.deps.keys.sealer.tryOpen(token) ?? '');
    return asked && asked.until > this.deps.clock.nowSec() ? asked : undefined;
  }

  private async describeOwner({ repoId }: Owner): Promise<string> {
    const repo = repoId === null ? undefined : await new RepoStore(this.deps.db).findById(repoId);
    return repo?.slug ?? 'An account of this server';
  }
}

function describe(from: string, url: string): MailMessage {
  const text = `${from} wants to send messages about builds to this address.`;
  const rest = 'If you did not expect this, do nothing: you get no more mail.';
  return {
    subject: `Confirm messages about builds of ${from}`,
    text: `${text}\n\nConfirm: ${url}\n\n${rest}\n`,
    html: `<p>${escapeText(text)}</p><p><a href="${escapeText(url)}">Confirm</a></p><p>${rest}</p>`,
  };
}
