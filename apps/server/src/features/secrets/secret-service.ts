import type { NewSecret, SecretChange } from '@millrace/contract/api';
import { badRequest, notFound } from '@millrace/contract/api-errors';
import type { Clock } from '@millrace/node-kit/clock';
import type { Owner } from '../../db/owner.ts';
import type { Sealer } from '../../shared/sealer.ts';
import type { Secret } from './secret.ts';
import type { SecretStore } from './secret-store.ts';

/** Stores secrets, encrypted. Values are decrypted only for runners. */
export class SecretService {
  private readonly store: SecretStore;
  private readonly sealer: Sealer;
  private readonly clock: Clock;

  constructor(store: SecretStore, sealer: Sealer, clock: Clock) {
    this.store = store;
    this.sealer = sealer;
    this.clock = clock;
  }

  list(owner: Owner): Promise<Secret[]> {
    return this.store.list(owner);
  }

  listOfOrganisations(): Promise<Secret[]> {
    return this.store.listOfOrganisations();
  }

  async require(owner: Owner, name: string): Promise<Secret> {
    const row = await this.store.find(owner, name);
    if (!row) throw notFound();
    return row;
  }

  async create(owner: Owner, input: NewSecret): Promise<Secret> {
    const row = await this.add(owner, input);
    if (!row) throw badRequest(`A secret named ${input.name} already exists`, 'already_exists');
    return row;
  }

  /** Returns undefined if the name is already used. */
  async add(owner: Owner, input: NewSecret): Promise<Secret | undefined> {
    const now = this.clock.nowSec();
    return this.store.insert(owner, {
      name: input.name,
      sealed: this.sealer.seal(input.data),
      pullRequest: input.pull_request ?? false,
      pullRequestPush: input.pull_request_push ?? false,
      events: input.events ?? [],
      branches: input.branches ?? [],
      images: input.images ?? [],
      lastUsed: 0,
      lastUsedBuild: 0,
      created: now,
      updated: now,
    });
  }

  /** Changes the given fields. The name cannot change. */
  async update(owner: Owner, name: string, input: SecretChange): Promise<Secret> {
    const row = await this.require(owner, name);
    return this.store.update(row.id, {
      sealed: input.data === undefined ? undefined : this.sealer.seal(input.data),
      pullRequest: input.pull_request,
      pullRequestPush: input.pull_request_push,
      events: input.events,
      branches: input.branches,
      images: input.images,
      updated: this.clock.nowSec(),
    });
  }

  async delete(owner: Owner, name: string): Promise<void> {
    await this.store.delete((await this.require(owner, name)).id);
  }
}
