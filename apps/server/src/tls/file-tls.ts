import { readFile } from 'node:fs/promises';
import type { Clock } from '@millrace/node-kit/clock';
import { errorMessage } from '@millrace/node-kit/error-message';
import type { Logger } from '@millrace/node-kit/logger';
import { StartError } from '@millrace/node-kit/start-error';
import type { TlsFiles } from '../config/tls-settings.ts';
import { RepeatedJob } from '../jobs/repeated-job.ts';
import { type KeyPair, ServerCertificate } from '../shared/server-certificate.ts';
import type { CertificateSource } from './server-tls.ts';

/** Reads are cheap, and unlike notifications they also work on network file systems and Kubernetes volumes. */
const checkMs = 2000;

interface Deps {
  files: TlsFiles;
  clock: Pick<Clock, 'wait'>;
  logger: Logger;
}

/** TLS with a certificate and a key in files, which another program may replace at any time. */
export class FileTls implements CertificateSource {
  readonly certificate = new ServerCertificate();
  private readonly deps: Deps;
  private readonly checks: RepeatedJob;
  /** Reason why the last check failed. */
  private lastProblem = '';
  private reportedProblem = '';

  constructor(deps: Deps) {
    this.deps = deps;
    this.checks = new RepeatedJob({
      ...deps,
      everyMs: checkMs,
      failure: 'The certificate could not be checked',
      work: () => this.check(),
    });
  }

  get problem(): string {
    return this.reportedProblem;
  }

  /** @throws StartError if there is no usable certificate */
  async start(): Promise<void> {
    const { certFile, keyFile } = this.deps.files;
    try {
      this.certificate.replace(await this.read());
    } catch (error) {
      throw new StartError(
        `The certificate ${certFile} (MILLRACE_TLS_CERT) cannot be used with the key ${keyFile} (MILLRACE_TLS_KEY): ${errorMessage(error)}.`,
      );
    }
    this.checks.run();
  }

  stop(): Promise<void> {
    return this.checks.stop();
  }

  private async check(): Promise<void> {
    const { files, logger } = this.deps;
    try {
      const { cert, key } = await this.read();
      const { pair } = this.certificate;
      if (cert !== pair?.cert || key !== pair.key) {
        this.certificate.replace({ cert, key });
        logger.info(
          { ...files, expirySec: this.certificate.expirySec },
          'The certificate was reloaded',
        );
      }
      this.lastProblem = '';
      this.reportedProblem = '';
    } catch (error) {
      this.report(errorMessage(error));
    }
  }

  /** Reports a problem once, at its second occurrence: the files are not replaced at the same moment. */
  private report(problem: string): void {
    const { files, logger } = this.deps;
    if (problem === this.lastProblem && problem !== this.reportedProblem) {
      this.reportedProblem = problem;
      logger.warn(
        { ...files, reason: problem },
        'The new certificate cannot be used: the server keeps the previous one',
      );
    }
    this.lastProblem = problem;
  }

  private async read(): Promise<KeyPair> {
    const { certFile, keyFile } = this.deps.files;
    const [cert, key] = await Promise.all([readFile(certFile, 'utf8'), readFile(keyFile, 'utf8')]);
    return { cert, key };
  }
}
