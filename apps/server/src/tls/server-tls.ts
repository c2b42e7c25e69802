import type { ServerCertificate } from '../shared/server-certificate.ts';

/** Supplies the certificate of the server, and replaces it in time. */
export interface CertificateSource {
  certificate: ServerCertificate;
  /** Reason why the certificate could not be replaced; empty if none. */
  readonly problem: string;
  /** Called before the server listens. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** HTTPS of this server, without a proxy. */
export type ServerTls = CertificateSource;
