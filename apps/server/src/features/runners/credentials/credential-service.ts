import { credentialOfRunner, type KnownRunner } from '@millrace/build-rules';
import type { NewRunner } from '@millrace/contract/api';
import { AppError, badRequest, forbidden, notFound } from '@millrace/contract/api-errors';
import type { Clock } from '@millrace/node-kit/clock';
import type { Database } from '../../../db/database.ts';
import type { Owner } from '../../../db/owner.ts';
import { addFacts } from '../../../db/recorded-change.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Viewer } from '../../../domain/user.ts';
import type { Bus } from '../../../shared/bus.ts';
import { sumOfProcesses } from '../runner-summaries.ts';
import type { RunnerCredential } from './credential.ts';
import { createCredential, createToken, hashOf } from './credential-secrets.ts';
import { CredentialStore, type ListedCredential } from './credential-store.ts';

/** Time in which a runner must use its one-time token. */
const tokenSec = 24 * 60 * 60;
const maxPerOwner = 100;
const daySec = 86_400;
/** Minimum time between two updates of the last use. */
const lastUsedSec = 60;

/** A runner with its stages at the moment. */
export type RunnerWithLoad = ListedCredential & { isConnected: boolean; running: number };

interface Deps {
  db: Database;
  bus: Bus;
  clock: Clock;
  listConnected: () => Promise<KnownRunner[]>;
  /** Ends the stages and the terminals of a runner. */
  endWorkOf: (credentialId: number) => Promise<void>;
  addedBy: 'owners' | 'admins';
}

/** Adds, registers, lists and revokes runners with credentials of their own. */
export class CredentialService {
  private readonly deps: Deps;
  private readonly store: CredentialStore;

  constructor(deps: Deps) {
    this.deps = deps;
    this.store = new CredentialStore(deps.db);
  }

  async list(owner: Owner): Promise<RunnerWithLoad[]> {
    const credentials = await this.store.list(owner);
    const connected = Map.groupBy(await this.deps.listConnected(), ({ process }) =>
      credentialOfRunner(process),
    );
    return credentials.map((credential) => ({
      ...credential,
      isConnected: connected.has(credential.id),
      running: sumOfProcesses(connected.get(credential.id) ?? [], ({ running }) => running),
    }));
  }

  /** The token is returned only here. */
  async add(
    { owner, ownerName, viewer }: { owner: Owner; ownerName: string; viewer: Viewer },
    { name, protected: isProtected = false, labels }: NewRunner,
  ): Promise<{ token: string; added: RunnerWithLoad }> {
    const { clock, addedBy } = this.deps;
    if (addedBy === 'admins' && !viewer.admin) {
      throw forbidden('On this server, only its administrators add runners');
    }
    if ((await this.store.count(owner)) >= maxPerOwner) {
      throw badRequest(`At most ${maxPerOwner} runners are possible here`, 'limit_reached');
    }
    const token = createToken();
    const now = clock.nowSec();
    const added = await this.store.insert(owner, {
      // Names of owned runners begin with the owner, so they cannot be mistaken for those of others.
      name: ownerName ? `${ownerName}/${name}` : name,
      isProtected,
      labels: labels ?? null,
      createdBy: viewer.login,
      created: now,
      tokenHash: hashOf(token),
      tokenExpires: now + tokenSec,
    });
    if (!added) {
      throw badRequest(`There is already a runner called ${name}`, 'already_exists');
    }
    const slug = typeof owner === 'object' && 'repoId' in owner ? ownerName : null;
    return { token, added: { ...added, slug, isConnected: false, running: 0 } };
  }

  /** @throws AppError (401) if the token is not valid, has expired or was used */
  async register(token: string): Promise<{ credential: string; registered: RunnerCredential }> {
    const { db, clock } = this.deps;
    // Guessed tokens, which everyone can send, must not wait for the lock of a write.
    if (!(await this.store.hasToken(hashOf(token)))) throw invalidToken();
    const credential = createCredential();
    const registered = await inTransaction(db, async (trx) => {
      const found = await new CredentialStore(trx).register(hashOf(token), {
        hash: hashOf(credential),
        now: clock.nowSec(),
      });
      if (!found) throw invalidToken();
      addFacts({ runner: found.name });
      return found;
    });
    return { credential, registered };
  }

  /** Calls of the runner are refused from now on, and its stages end. */
  async revoke(owner: Owner, id: number): Promise<void> {
    const { db, bus, clock, endWorkOf } = this.deps;
    await inTransaction(db, async (trx) => {
      const name = await new CredentialStore(trx).revoke(owner, id, clock.nowSec());
      if (name === undefined) throw notFound();
      addFacts({ runner: name });
    });
    bus.publish('runnerRevoked', { credentialId: id });
    await endWorkOf(id);
  }

  /** Records which runners are connected, and deletes those that ended long ago. */
  async remember(connected: readonly KnownRunner[], days: number): Promise<void> {
    const now = this.deps.clock.nowSec();
    const ids = connected.flatMap(({ process }) => credentialOfRunner(process) ?? []);
    await this.store.setLastUsed([...new Set(ids)], now, now - lastUsedSec);
    await this.store.deleteEnded(now - days * daySec);
  }
}

function invalidToken(): AppError {
  return new AppError(401, 'The token is not valid: it has expired, was used or was revoked');
}
