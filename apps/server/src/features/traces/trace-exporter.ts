import { isFinished } from '@millrace/contract/vocabulary';
import { errorMessage } from '@millrace/node-kit/error-message';
import { z } from 'zod/mini';
import { BuildStore } from '../../builds/build-store.ts';
import { OutboxListener } from '../../builds/outbox-listener.ts';
import type { TraceSettings } from '../../config/trace-settings.ts';
import type { Core } from '../../core.ts';
import type { Loop } from '../../jobs/loop.ts';
import { StoredJobs } from '../../jobs/stored-jobs.ts';
import type { Ports } from '../../ports.ts';
import { AppError, RetryLaterError } from '../../shared/errors.ts';
import { version } from '../../version.ts';
import { createSpans } from './build-spans.ts';
import { encodeSpans } from './otlp.ts';

/** Time limit of one request to the receiver. */
const maxRequestMs = 10_000;
/** Maximum time to retry while the receiver is unavailable. Afterwards the trace is dropped. */
const giveUpSec = 6 * 60 * 60;
const retrySec = 10;
const temporaryStatuses: ReadonlySet<number> = new Set([408, 429, 502, 503, 504]);

interface Deps
  extends Pick<
    Core,
    'db' | 'bus' | 'clock' | 'logger' | 'measurements' | 'builds' | 'stages' | 'repos' | 'publicUrl'
  > {
  changes: Core['buildChanges'];
  ports: Pick<Ports, 'findDeliveryTime'>;
  settings: TraceSettings;
}

/** Sends a trace of each finished build to a receiver of OpenTelemetry, and retries while it is unavailable. */
export class TraceExporter implements Loop {
  private readonly deps: Deps;
  private readonly outbox: OutboxListener;
  private readonly jobs: StoredJobs<{ buildId: number }>;

  constructor(deps: Deps) {
    this.deps = deps;
    this.outbox = new OutboxListener(deps, 'traces');
    this.jobs = new StoredJobs(deps, {
      name: 'trace',
      payload: z.object({ buildId: z.number() }),
      giveUpSec,
      collect: () => this.collect(),
      collectOn: ['buildChanged'],
      run: ({ payload }) => this.export(payload.buildId),
    });
  }

  run(): void {
    this.outbox.reset();
    this.jobs.run();
  }

  stop(): Promise<void> {
    return this.jobs.stop();
  }

  /** Adds a job for each build that has finished since the last call. */
  private async collect(): Promise<undefined> {
    await this.outbox.read(async (trx, { buildId, repoId, version: changed }) => {
      const build = await new BuildStore(trx).findById(buildId);
      // If the build has changed again, its last change follows.
      if (build?.version !== changed || !isFinished(build.status)) return;
      const key = `${buildId}/${build.attempt}`;
      await this.jobs.addIn(trx, { key, place: repoId, payload: { buildId } });
    });
    return undefined;
  }

  private async export(buildId: number): Promise<void> {
    const { builds, stages: stageStore, repos, ports, publicUrl } = this.deps;
    const build = await builds.findById(buildId);
    const repo = build && (await repos.findById(build.repoId));
    // A restarted build is exported when its next attempt finishes.
    if (!repo || !isFinished(build.status)) return;
    const stages = await stageStore.list(buildId);
    const spans = createSpans({
      ...{ url: publicUrl(), slug: repo.slug, build, stages },
      steps: await stageStore.listSteps(stages.map(({ id }) => id)),
      receivedSec: build.delivery
        ? await ports.findDeliveryTime(repo.id, build.delivery)
        : undefined,
    });
    const resource = {
      'service.name': 'millrace',
      'service.version': version.version,
      'server.address': new URL(publicUrl()).host,
    };
    await this.send(encodeSpans(spans, resource, { name: 'millrace', version: version.version }));
  }

  private async send(body: string): Promise<void> {
    const { url, headers } = this.deps.settings;
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(maxRequestMs),
    }).catch((error: unknown) => {
      throw new RetryLaterError(503, `No response from ${url}: ${errorMessage(error)}`, retrySec);
    });
    await response.body?.cancel();
    if (response.ok) return;
    const message = `${url} responded with ${response.status}`;
    if (temporaryStatuses.has(response.status)) throw new RetryLaterError(503, message, retrySec);
    throw new AppError(502, message);
  }
}
