import { credentialOfRunner, type KnownRunner } from '@millrace/build-rules';
import { SharedRead } from '../../../shared/shared-read.ts';
import { type RunnerCredential, scopeOf } from './credential.ts';
import type { CredentialStore } from './credential-store.ts';

/** Credentials in use, by id. */
export class KnownCredentials {
  private readonly stored: SharedRead<ReadonlyMap<number, RunnerCredential>>;

  constructor(store: Pick<CredentialStore, 'listInUse'>) {
    // Shared, because every waiting runner reads them when a stage is added.
    this.stored = new SharedRead(
      async () => new Map((await store.listInUse()).map((known) => [known.id, known])),
    );
  }

  read(): Promise<ReadonlyMap<number, RunnerCredential>> {
    return this.stored.take();
  }

  /** Adds the scopes of runners with credentials, and removes those whose credential was revoked. */
  async mark(runners: readonly KnownRunner[]): Promise<KnownRunner[]> {
    if (runners.every(({ process }) => credentialOfRunner(process) === undefined)) {
      return [...runners];
    }
    const known = await this.read();
    return runners.flatMap((runner) => {
      const id = credentialOfRunner(runner.process);
      if (id === undefined) return [runner];
      const credential = known.get(id);
      return credential ? [{ ...runner, scope: scopeOf(credential) }] : [];
    });
  }
}
