import { isFinished } from '@millrace/contract/vocabulary';
import { errorMessage } from '@millrace/node-kit/error-message';
import type { MissedChange } from '../../builds/build-changes-store.ts';
import { BuildJobs } from '../../builds/build-jobs.ts';
import { BuildStore } from '../../builds/build-store.ts';
import type { TraceSettings } from '../../config/trace-settings.ts';
import type { Core } from '../../core.ts';
import type { Db } from '../../db/database.ts';
import type { Loop } from '../../jobs/loop.ts';
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
  private readonly jobs: BuildJobs;

  constructor(deps: Deps) {
    this.deps = deps;
    this.jobs = new BuildJobs(deps, {
      ...{ name: 'trace', listener: 'traces', giveUpSec },
      keyOf: findFinishedAttempt,
      run: (buildId) => this.export(buildId),
    });
  }

  run(): void {
    this.jobs.run();
  }

  stop(): Promise<void> {
    return this.jobs.stop();
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

/** Returns the key of the attempt that a change has finished. */
async function findFinishedAttempt(
  trx: Db,
  { buildId, version: changed }: MissedChange,
): Promise<string | undefined> {
  const build = await new BuildStore(trx).findById(buildId);
  // If the build has changed again, its last change follows.
  const isFinal = build?.version === changed && isFinished(build.status);
  return isFinal ? `${buildId}/${build.attempt}` : undefined;
}
