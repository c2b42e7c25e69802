import type { Clock } from '@millrace/node-kit/clock';
import { errorMessage } from '@millrace/node-kit/error-message';
import type { Logger } from '@millrace/node-kit/logger';
import type { AcmeSettings } from '../config/tls-settings.ts';
import { RepeatedJob } from '../jobs/repeated-job.ts';
import { ServerCertificate, validityOf } from '../shared/server-certificate.ts';
import type { AcmeStore, StoredCertificate } from './acme-store.ts';
import type { CertificateSource } from './server-tls.ts';

const checkMs = 30_000;
/** Let's Encrypt allows five failed verifications of a host name in an hour. */
const minRetrySec = 5 * 60;
const maxRetrySec = 24 * 3600;

interface Deps {
  settings: AcmeSettings;
  store: AcmeStore;
  clock: Clock;
  logger: Logger;
  /** Runs a job on one server at a time. */
  runExclusively: (name: string, job: () => Promise<void>) => Promise<void>;
}

/** A certificate that one of the servers orders and renews, and all of them present. */
export class AcmeTls implements CertificateSource {
  readonly certificate = new ServerCertificate();
  private readonly deps: Deps;
  private readonly checks: RepeatedJob;
  private lastProblem = '';

  constructor(deps: Deps) {
    this.deps = deps;
    this.checks = new RepeatedJob({
      ...deps,
      everyMs: checkMs,
      failure: 'The certificate could not be checked',
      work: (stopped) => this.check(stopped),
    });
  }

  get problem(): string {
    return this.lastProblem;
  }

  /** Does not wait for the first certificate: the server starts even if the authority is unreachable. */
  async start(): Promise<void> {
    await this.readStored();
    this.checks.run();
  }

  stop(): Promise<void> {
    return this.checks.stop();
  }

  private async check(stopped: AbortSignal): Promise<void> {
    if (!this.isDue(await this.readStored())) {
      this.lastProblem = '';
      return;
    }
    const ended = new Promise<void>((resolve) => {
      stopped.addEventListener('abort', () => resolve(), { once: true });
    });
    await Promise.race([this.deps.runExclusively('certificate', () => this.renew(stopped)), ended]);
  }

  /** Orders a certificate, unless another server has done it or the last failure is too recent. */
  private async renew(stopped: AbortSignal): Promise<void> {
    const { settings, store, clock, logger } = this.deps;
    if (stopped.aborted || !this.isDue(await this.readStored())) return;
    const failures = await store.readFailures();
    this.lastProblem = failures?.reason ?? '';
    if (failures && failures.retrySec > clock.nowSec()) return;
    const { directoryUrl, domains } = settings;
    try {
      // Loaded here: few servers need it.
      const { orderCertificate } = await import('./order-certificate.ts');
      const pair = await orderCertificate(settings, store);
      await store.writeCertificate({ directoryUrl, domains: [...domains], ...pair });
      this.certificate.replace(pair);
      this.lastProblem = '';
      logger.info({ domains, expirySec: this.certificate.expirySec }, 'A certificate was issued');
    } catch (error) {
      if (stopped.aborted) return;
      const count = (failures?.count ?? 0) + 1;
      const waitSec = Math.min(minRetrySec * 2 ** (count - 1), maxRetrySec);
      // The error itself contains requests.
      this.lastProblem = errorMessage(error);
      logger.error(
        { domains, directoryUrl, reason: this.lastProblem, retryInSec: waitSec },
        'No certificate was issued',
      );
      await store.writeFailures({
        count,
        retrySec: clock.nowSec() + waitSec,
        reason: this.lastProblem,
      });
    }
  }

  /** Presents the stored certificate, which another server may have renewed. */
  private async readStored(): Promise<StoredCertificate | undefined> {
    const stored = await this.deps.store.readCertificate();
    if (stored && stored.cert !== this.certificate.pair?.cert) this.certificate.replace(stored);
    return stored;
  }

  /** A third of its validity leaves a month for repairs, with the usual 90 days. */
  private isDue(stored: StoredCertificate | undefined): boolean {
    const { directoryUrl, domains } = this.deps.settings;
    if (!stored || stored.directoryUrl !== directoryUrl) return true;
    if (stored.domains.join() !== domains.join()) return true;
    const { startSec, endSec } = validityOf(stored);
    return this.deps.clock.nowSec() >= startSec + ((endSec - startSec) * 2) / 3;
  }
}
