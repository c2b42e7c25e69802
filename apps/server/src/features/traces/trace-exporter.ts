import { AppError, RetryLaterError } from '@millrace/contract/api-errors';
import { isFinished } from '@millrace/contract/vocabulary';
import { errorMessage } from '@millrace/node-kit/error-message';
import { version } from '@millrace/node-kit/version';
import { type BuildJobDeps, createBuildJobs, isLastChange } from '../../builds/build-jobs.ts';
import type { ChangedBuild } from '../../builds/outbox-listener.ts';
import type { TraceSettings } from '../../config/trace-settings.ts';
import type { Core } from '../../core.ts';
import type { Loop } from '../../jobs/loop.ts';
import type { WebhooksPort } from '../webhooks/port.ts';
import { createSpans } from './build-spans.ts';
import { encodeSpans } from './otlp.ts';

/** Time limit of one request to the receiver. */
const maxRequestMs = 10_000;
/** Maximum time to retry while the receiver is unavailable. Afterwards the trace is dropped. */
const giveUpSec = 6 * 60 * 60;
const retrySec = 10;
const temporaryStatuses: ReadonlySet<number> = new Set([408, 429, 502, 503, 504]);

interface Deps extends BuildJobDeps, Pick<Core, 'builds' | 'stages' | 'repos' | 'publicUrl'> {
  webhooksPort: Pick<WebhooksPort, 'findDeliveryTime'>;
  settings: TraceSettings;
}

/** Sends a trace of each finished build to a receiver of OpenTelemetry, and retries while it is unavailable. */
export function createTraceExporter(deps: Deps): Loop {
  return createBuildJobs(deps, {
    name: 'trace',
    listener: 'traces',
    giveUpSec,
    keyOf: (_, change) => finishedAttempt(change),
    run: (buildId) => exportTrace(deps, buildId),
  });
}

async function exportTrace(deps: Deps, buildId: number): Promise<void> {
  const { builds, stages: stageStore, repos, webhooksPort, publicUrl, settings } = deps;
  const build = await builds.findById(buildId);
  const repo = build && (await repos.findById(build.repoId));
  // A restarted build is exported when its next attempt finishes.
  if (!repo || !isFinished(build.status)) return;
  const stages = await stageStore.list(buildId);
  const spans = createSpans({
    url: publicUrl(),
    slug: repo.slug,
    build,
    stages,
    steps: await stageStore.listSteps(stages.map(({ id }) => id)),
    receivedSec: build.delivery
      ? await webhooksPort.findDeliveryTime(repo.id, build.delivery)
      : undefined,
  });
  const resource = {
    'service.name': 'millrace',
    'service.version': version.version,
    'server.address': new URL(publicUrl()).host,
  };
  await send(
    settings,
    encodeSpans(spans, resource, { name: 'millrace', version: version.version }),
  );
}

async function send({ url, headers }: TraceSettings, body: string): Promise<void> {
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
/** Returns the key of the attempt that a change has finished. */
function finishedAttempt(change: ChangedBuild): string | undefined {
  const { id, attempt, status } = change.build;
  return isLastChange(change) && isFinished(status) ? `${id}/${attempt}` : undefined;
}
