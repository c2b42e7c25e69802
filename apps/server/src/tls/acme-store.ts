import { parseJson } from '@millrace/node-kit/parse-json';
import { z } from 'zod/mini';
import type { EncryptedValues } from '../db/encrypted-values.ts';

const storedCertificate = z.object({
  /** Directory of the authority that issued it. */
  directoryUrl: z.string(),
  domains: z.array(z.string()),
  cert: z.string(),
  key: z.string(),
});
export type StoredCertificate = z.infer<typeof storedCertificate>;

const account = z.object({
  url: z.string(),
  /** Private key in PEM format. */
  key: z.string(),
});
export type AcmeAccount = z.infer<typeof account>;

const failedOrders = z.object({
  count: z.number(),
  /** Earliest time of the next order, in Unix seconds. */
  retrySec: z.number(),
  reason: z.string(),
});
export type FailedOrders = z.infer<typeof failedOrders>;

const [certificateName, failuresName] = ['acme-certificate', 'acme-failures'];
const accountOf = (directoryUrl: string) => `acme-account ${directoryUrl}`;
const challengeOf = (token: string) => `acme-challenge ${token}`;

/** The certificate, the account and the challenges, encrypted in the database that all servers share. */
export class AcmeStore {
  private readonly values: EncryptedValues;

  constructor(values: EncryptedValues) {
    this.values = values;
  }

  async readCertificate(): Promise<StoredCertificate | undefined> {
    const text = await this.values.read(certificateName);
    return text === undefined ? undefined : parseJson(storedCertificate, text);
  }

  async writeCertificate(certificate: StoredCertificate): Promise<void> {
    await this.values.write(certificateName, JSON.stringify(certificate));
    await this.values.delete(failuresName);
  }

  /** Orders that failed since the last certificate was issued. */
  async readFailures(): Promise<FailedOrders | undefined> {
    const text = await this.values.read(failuresName);
    return text === undefined ? undefined : parseJson(failedOrders, text);
  }

  writeFailures(failures: FailedOrders): Promise<void> {
    return this.values.write(failuresName, JSON.stringify(failures));
  }

  /** Account of this installation at an authority. */
  async readAccount(directoryUrl: string): Promise<AcmeAccount | undefined> {
    const text = await this.values.read(accountOf(directoryUrl));
    return text === undefined ? undefined : parseJson(account, text);
  }

  writeAccount(directoryUrl: string, created: AcmeAccount): Promise<void> {
    return this.values.write(accountOf(directoryUrl), JSON.stringify(created));
  }

  readChallenge(token: string): Promise<string | undefined> {
    return this.values.read(challengeOf(token));
  }

  writeChallenge(token: string, response: string): Promise<void> {
    return this.values.write(challengeOf(token), response);
  }

  deleteChallenge(token: string): Promise<void> {
    return this.values.delete(challengeOf(token));
  }
}
