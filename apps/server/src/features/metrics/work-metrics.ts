import { Counter, Histogram, type Registry } from 'prom-client';
import type { Measurements } from '../../shared/measurements.ts';
import { labelText } from './label-text.ts';

const second = 1;
const minute = 60 * second;
const hour = 60 * minute;
const workBuckets = [1, 5, 15, 30, minute, 5 * minute, 15 * minute, 30 * minute, hour, 4 * hour];
const waitBuckets = [0.1, 0.5, 1, 5, 15, minute, 5 * minute, 15 * minute, hour];
const shortBuckets = [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5];
const jobBuckets = [0.01, 0.05, 0.1, 0.5, 1, 5, 15, minute];

/** Counts and times the work of this process. */
export function countWork(registry: Registry, measurements: Measurements): void {
  countBuilds(registry, measurements);
  countInternals(registry, measurements);
}

function countBuilds(registry: Registry, measurements: Measurements): void {
  const { counter, histogram } = createInstruments(registry);
  const builds = counter('builds_finished_total', 'Finished builds', ['event', 'status']);
  const buildSeconds = histogram('build_duration_seconds', 'Duration of builds', workBuckets, [
    'status',
  ]);
  const stages = counter('stages_finished_total', 'Finished stages', ['type', 'status']);
  const stageSeconds = histogram('stage_duration_seconds', 'Duration of stages', workBuckets, [
    'status',
  ]);
  const waitSeconds = histogram(
    'stage_wait_seconds',
    'Time from the end of the last dependency of a stage, or its creation, to its start',
    waitBuckets,
    ['type', 'labels'],
  );
  measurements.subscribe('buildFinished', ({ event, status, seconds }) => {
    builds.inc({ event, status });
    buildSeconds.observe({ status }, seconds);
  });
  measurements.subscribe('stageFinished', ({ type, status, seconds }) => {
    stages.inc({ type, status });
    stageSeconds.observe({ status }, seconds);
  });
  measurements.subscribe('stageStarted', ({ type, labels, seconds }) => {
    waitSeconds.observe({ type, labels: labelText(labels) }, seconds);
  });
}

function countInternals(registry: Registry, measurements: Measurements): void {
  const { counter, histogram } = createInstruments(registry);
  const lines = counter('log_lines_total', 'Stored log lines', []);
  const bytes = counter('log_bytes_total', 'Characters of stored log lines, as JSON', []);
  const jobs = counter('job_runs_total', 'Runs of background jobs', ['kind', 'result']);
  const jobSeconds = histogram('job_duration_seconds', 'Duration of background jobs', jobBuckets, [
    'kind',
  ]);
  const querySeconds = histogram(
    'database_query_duration_seconds',
    'Duration of database statements, with the wait for a connection',
    shortBuckets,
    ['kind'],
  );
  const eventSeconds = histogram(
    'event_delivery_seconds',
    'Time to deliver an event to its subscribers in this process',
    shortBuckets,
    ['topic'],
  );
  measurements.subscribe('logLines', (added) => {
    lines.inc(added.lines);
    bytes.inc(added.bytes);
  });
  measurements.subscribe('job', ({ kind, result, seconds }) => {
    jobs.inc({ kind, result });
    jobSeconds.observe({ kind }, seconds);
  });
  measurements.subscribe('query', ({ kind, seconds }) => querySeconds.observe({ kind }, seconds));
  measurements.subscribe('event', ({ topic, seconds }) => eventSeconds.observe({ topic }, seconds));
}

function createInstruments(registry: Registry) {
  const registers = [registry];
  return {
    counter: <Label extends string>(name: string, help: string, labelNames: Label[]) =>
      new Counter({ name: `millrace_${name}`, help, labelNames, registers }),
    histogram: <Label extends string>(
      name: string,
      help: string,
      buckets: number[],
      labelNames: Label[],
    ) => new Histogram({ name: `millrace_${name}`, help, buckets, labelNames, registers }),
  };
}
