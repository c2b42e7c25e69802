import type { RegistryChange } from '@millrace/contract/api';
import { badRequest, notFound } from '@millrace/contract/api-errors';
import { readDockerConfig } from '@millrace/contract/docker-config';
import type { Clock } from '@millrace/node-kit/clock';
import { isRegistryHost, registryHost } from '@millrace/pipeline/image-name';
import type { Db } from '../../db/database.ts';
import type { Owner } from '../../db/owner.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Sealer } from '../../shared/sealer.ts';
import type { Registry } from './registry.ts';
import { RegistryStore } from './registry-store.ts';

/** Maximum number of registries in one import. */
const maxImported = 200;

interface NewCredentials {
  address: string;
  username: string;
  password: string;
}

interface Deps {
  db: Db;
  sealer: Sealer;
  clock: Clock;
}

/** Stores credentials of image registries. Passwords are encrypted, and decrypted only for runners. */
export class RegistryService {
  private readonly deps: Deps;
  private readonly store: RegistryStore;

  constructor(deps: Deps) {
    this.deps = deps;
    this.store = new RegistryStore(deps.db);
  }

  list(owner: Owner): Promise<Registry[]> {
    return this.store.list(owner);
  }

  async create(owner: Owner, input: NewCredentials): Promise<Registry> {
    const row = await this.insert(this.store, owner, input);
    if (!row)
      throw badRequest(`There are already credentials for ${input.address}`, 'already_exists');
    return row;
  }

  async update(owner: Owner, address: string, input: RegistryChange): Promise<Registry> {
    const { id } = await this.require(owner, address);
    return this.store.update(id, this.changesOf(input));
  }

  async delete(owner: Owner, address: string): Promise<void> {
    await this.store.delete((await this.require(owner, address)).id);
  }

  /**
   * Adds the logins of a Docker `config.json`, and replaces existing ones of the same registry. Returns the
   * registries whose password is not in the file as `skipped`.
   */
  async import(
    owner: Owner,
    config: string,
  ): Promise<{ registries: Registry[]; skipped: string[] }> {
    const read = readDockerConfig(config);
    if (!read) throw badRequest('Invalid Docker Config: it is not a config.json of docker login');
    const { logins, unusable } = read;
    if (logins.length === 0) throw badRequest(describeEmpty(unusable));
    if (logins.length > maxImported) {
      throw badRequest(`Invalid Docker Config: at most ${maxImported} registries`);
    }
    const wrong = logins.find(({ host, username }) => !isRegistryHost(host) || username === '');
    if (wrong) throw badRequest(`Invalid Docker Config: the login of ${wrong.host} is incomplete`);
    const registries = await inTransaction(this.deps.db, async (trx) => {
      const store = new RegistryStore(trx);
      const saved: Registry[] = [];
      for (const { host, ...login } of logins) {
        const existing = await store.find(owner, host);
        const row = existing
          ? await store.update(existing.id, this.changesOf(login))
          : await this.insert(store, owner, { address: host, ...login });
        if (row) saved.push(row);
      }
      return saved;
    });
    return { registries, skipped: unusable };
  }

  private async require(owner: Owner, address: string): Promise<Registry> {
    const row = await this.store.find(owner, registryHost(address));
    if (!row) throw notFound();
    return row;
  }

  private insert(
    store: RegistryStore,
    owner: Owner,
    { address, username, password }: NewCredentials,
  ): Promise<Registry | undefined> {
    const now = this.deps.clock.nowSec();
    return store.insert(owner, {
      address,
      username,
      password: this.deps.sealer.seal(password),
      created: now,
      updated: now,
      lastUsed: 0,
    });
  }

  private changesOf({ username, password }: RegistryChange): Partial<Registry> {
    return {
      ...(username === undefined ? {} : { username }),
      ...(password === undefined ? {} : { password: this.deps.sealer.seal(password) }),
      updated: this.deps.clock.nowSec(),
    };
  }
}

function describeEmpty(unusable: readonly string[]): string {
  return unusable.length > 0
    ? `Invalid Docker Config: the passwords of ${unusable.join(', ')} are not in the file, but in a credential helper`
    : 'Invalid Docker Config: it has no logins';
}
