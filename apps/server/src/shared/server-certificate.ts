import { X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';

/** A certificate with its chain, and its private key, both in PEM format. */
export interface KeyPair {
  cert: string;
  key: string;
}

/** The certificate that this server presents. Connections that are open keep the one they began with. */
export class ServerCertificate {
  private current: KeyPair | null = null;
  private readonly listeners: ((pair: KeyPair) => void)[] = [];

  /** Null until there is a certificate. */
  get pair(): KeyPair | null {
    return this.current;
  }

  /** End of validity in Unix seconds; null until there is a certificate. */
  get expirySec(): number | null {
    return this.current && validityOf(this.current).endSec;
  }

  /** Presents this certificate to new connections. Throws if it is not usable with its key. */
  replace({ cert, key }: KeyPair): void {
    const pair = { cert, key };
    createSecureContext(pair);
    this.current = pair;
    for (const listener of this.listeners) listener(pair);
  }

  onChange(listener: (pair: KeyPair) => void): void {
    this.listeners.push(listener);
  }
}

/** Returns the validity of the first certificate, in Unix seconds. */
export function validityOf({ cert }: Pick<KeyPair, 'cert'>): { startSec: number; endSec: number } {
  const { validFrom, validTo } = new X509Certificate(cert);
  return { startSec: Date.parse(validFrom) / 1000, endSec: Date.parse(validTo) / 1000 };
}
