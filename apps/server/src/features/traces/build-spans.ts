import { createHash } from 'node:crypto';
import type { Build, Stage, Step } from '@millrace/build-rules';
import { pageSlug } from '@millrace/contract/reserved-names';
import { hasFailed, type Status } from '@millrace/contract/vocabulary';
import { readySince } from '../../builds/measure-change.ts';
import type { Span } from './span.ts';

interface TracedBuild {
  /** URL of the server, so that builds of other servers have other traces. */
  url: string;
  slug: string;
  build: Build;
  stages: readonly Stage[];
  steps: readonly Step[];
  /** Time at which the webhook delivery that created the build was received. */
  receivedSec?: number | undefined;
}

/** Values of `cicd.pipeline.result` and `cicd.pipeline.task.run.result` of OpenTelemetry. */
const results: Partial<Record<Status, string>> = {
  success: 'success',
  failure: 'failure',
  error: 'error',
  killed: 'cancellation',
  declined: 'cancellation',
  skipped: 'skip',
};

/**
 * Describes the current attempt of a finished build as a trace: the build contains its webhook, and its stages with
 * their waits; a stage contains its steps. The ids depend on the build only, so that a repeated export does
 * not duplicate the trace. Spans contain no texts of logs, parameters or errors, which could contain secrets.
 */
export function createSpans(traced: TracedBuild): Span[] {
  const { url, build } = traced;
  const traceId = hash(`${url} build ${build.id} ${build.created} ${build.attempt}`, 16);
  const rootId = idOf(traceId, 'build');
  const stages = traced.stages.filter(({ attempt }) => attempt === build.attempt);
  const inStages = stages.flatMap((stage) => stageSpans(stage, traced, { traceId, rootId }));
  const webhook = webhookSpan(traced, { traceId, rootId });
  const starts = [...webhook, ...inStages].map(({ startSec }) => startSec);
  const startSec = Math.min(...starts, build.attempt === 1 ? build.created : build.finished);
  const root: Span = {
    traceId,
    spanId: rootId,
    name: `${traced.slug} #${build.number}`,
    startSec,
    endSec: Math.max(startSec, build.finished),
    isError: hasFailed(build.status),
    attributes: buildAttributes(traced),
  };
  return [root, ...webhook, ...inStages];
}

interface Ids {
  traceId: string;
  rootId: string;
}

function buildAttributes({ url, slug, build }: TracedBuild): Span['attributes'] {
  const { number, event, attempt, ref, after, deployTo } = build;
  return {
    'cicd.pipeline.name': slug,
    'cicd.pipeline.run.id': String(number),
    'cicd.pipeline.run.url.full': `${url}/${pageSlug(slug)}/${number}`,
    'cicd.pipeline.result': results[build.status] ?? build.status,
    'vcs.ref.head.name': ref,
    'vcs.ref.head.revision': after,
    'millrace.build.event': event,
    'millrace.build.attempt': attempt,
    ...(deployTo && { 'deployment.environment.name': deployTo }),
  };
}

/** The time between the delivery and the build, in which the pipeline file is read and converted. */
function webhookSpan({ build, receivedSec }: TracedBuild, { traceId, rootId }: Ids): Span[] {
  if (!receivedSec || build.attempt > 1) return [];
  const spanId = idOf(traceId, 'webhook');
  const times = { startSec: receivedSec, endSec: Math.max(receivedSec, build.created) };
  return [
    {
      traceId,
      spanId,
      parentId: rootId,
      name: 'webhook',
      ...times,
      isError: false,
      attributes: {},
    },
  ];
}

/** The wait for a runner, the stage, and its steps. Empty for a stage that never started. */
function stageSpans(
  stage: Stage,
  { stages, steps }: TracedBuild,
  { traceId, rootId }: Ids,
): Span[] {
  const { id, number, name, type, status, machine, started, stopped } = stage;
  if (started === 0) return [];
  const stageId = idOf(traceId, `stage ${id}`);
  const readySec = Math.min(readySince(stage, stages), started);
  const attributes = {
    'cicd.pipeline.task.name': name,
    'cicd.pipeline.task.run.id': String(number),
    'cicd.pipeline.task.type': type,
    'cicd.pipeline.task.run.result': results[status] ?? status,
    'cicd.worker.name': machine,
  };
  const wait: Span = {
    traceId,
    spanId: idOf(traceId, `wait ${id}`),
    parentId: rootId,
    name: `${name}: wait`,
    startSec: readySec,
    endSec: started,
    isError: false,
    attributes: {},
  };
  const run: Span = {
    traceId,
    spanId: stageId,
    parentId: rootId,
    name,
    attributes,
    startSec: started,
    endSec: Math.max(started, stopped),
    isError: hasFailed(status),
  };
  const own = steps.filter((step) => step.stageId === id && step.started > 0);
  return [wait, run, ...own.map((step) => stepSpan(step, { traceId, stageId }))];
}

function stepSpan(step: Step, ids: { traceId: string; stageId: string }): Span {
  const { id, number, name, status, exitCode, image, started, stopped } = step;
  const { traceId, stageId } = ids;
  return {
    traceId,
    spanId: idOf(traceId, `step ${id}`),
    parentId: stageId,
    name,
    startSec: started,
    endSec: Math.max(started, stopped),
    isError: hasFailed(status),
    attributes: {
      'cicd.pipeline.task.name': name,
      'cicd.pipeline.task.run.id': String(number),
      'cicd.pipeline.task.run.result': results[status] ?? status,
      'process.exit.code': exitCode,
      ...(image && { 'container.image.name': image }),
    },
  };
}

function idOf(traceId: string, part: string): string {
  return hash(`${traceId} ${part}`, 8);
}

function hash(text: string, bytes: number): string {
  return createHash('sha256')
    .update(text)
    .digest('hex')
    .slice(0, bytes * 2);
}
