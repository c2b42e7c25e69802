import type { Clock } from '@millrace/node-kit/clock';
import type { Logger } from '@millrace/node-kit/logger';
import type { Config } from '../config/config.ts';
import type { TlsSettings } from '../config/tls-settings.ts';
import type { Database } from '../db/database.ts';
import { EncryptedValues } from '../db/encrypted-values.ts';
import type { Sealer } from '../shared/sealer.ts';
import { AcmeStore } from './acme-store.ts';
import { AcmeTls } from './acme-tls.ts';
import { FileTls } from './file-tls.ts';
import { PlainListener } from './plain-listener.ts';
import type { ServerTls } from './server-tls.ts';

interface Deps {
  config: Pick<Config, 'host'>;
  db: Database;
  sealer: Sealer;
  clock: Clock;
  logger: Logger;
  publicUrl: () => string;
  /** Runs a job on one server at a time. */
  runExclusively: (name: string, job: () => Promise<void>) => Promise<void>;
}

/** Creates the source of the certificate, and the HTTP port beside HTTPS. */
export function openTls({ source: settings, httpPort }: TlsSettings, deps: Deps): ServerTls {
  const { config, db, sealer } = deps;
  const store = new AcmeStore(new EncryptedValues(db, sealer));
  const source =
    settings.kind === 'files'
      ? new FileTls({ ...deps, files: settings })
      : new AcmeTls({ ...deps, settings, store });
  if (httpPort === 0) return source;
  const listener = new PlainListener({
    ...deps,
    host: config.host,
    port: httpPort,
    findChallenge: (token) => store.readChallenge(token),
  });
  return {
    certificate: source.certificate,
    get problem() {
      return source.problem;
    },
    start: async () => {
      await listener.start();
      await source.start();
    },
    stop: async () => {
      await source.stop();
      await listener.stop();
    },
  };
}
