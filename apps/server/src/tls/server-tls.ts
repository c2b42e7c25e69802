import type { ServerCertificate } from '../shared/server-certificate.ts';

/** HTTPS of this server, without a proxy. */
export interface ServerTls {
  certificate: ServerCertificate;
  /** Called before the server listens. */
  start(): Promise<void>;
  stop(): Promise<void>;
}
