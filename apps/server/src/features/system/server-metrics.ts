import type { StageWaiting } from '@millrace/contract/api';
import type { Registry } from 'prom-client';
import type { Ports } from '../../ports.ts';
import type { SystemStatsReader } from './system-stats.ts';

/** Sources of metrics that are read on each request. */
interface Sources {
  stats: SystemStatsReader;
  ports: Pick<Ports, 'listWaiting' | 'runnersFor'>;
  countJobs: () => Promise<{ kind: string; state: 'open' | 'failed'; count: number }[]>;
}

const waitingReasons = [
  'approval',
  'dependencies',
  'paused',
  'runners_paused',
  'limit',
  'throttle',
  'no_runner',
  'busy',
] as const satisfies readonly StageWaiting['reason'][];

/**
 * Prometheus metrics. Names that start with `drone_` are Drone's, for existing dashboards and alerts. Names
 * that start with `nodejs_` and `process_` describe this process. Values are read when a client requests
 * them.
 */
export class ServerMetrics {
  private readonly sources: Sources;
  private opened: Promise<{ registry: Registry; measure: () => Promise<void> }> | undefined;

  constructor(sources: Sources) {
    this.sources = sources;
  }

  async read(): Promise<{ text: string; contentType: string }> {
    this.opened ??= this.open();
    const { registry, measure } = await this.opened;
    await measure();
    return { text: await registry.metrics(), contentType: registry.contentType };
  }

  private async open() {
    const { collectDefaultMetrics, Gauge, Registry } = await import('prom-client');
    const registry = new Registry();
    collectDefaultMetrics({ register: registry });
    const gauge = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
      new Gauge({ name, help, labelNames, registers: [registry] });

    const builds = gauge('drone_build_count', 'All builds, including finished ones');
    const pendingBuilds = gauge('drone_pending_builds', 'Pending builds');
    const runningBuilds = gauge('drone_running_builds', 'Running builds');
    const blockedBuilds = gauge('millrace_blocked_builds', 'Builds that wait for approval');
    const pendingStages = gauge('drone_pending_jobs', 'Stages that wait for a runner');
    const runningStages = gauge('drone_running_jobs', 'Running stages');
    const repos = gauge('drone_repo_count', 'Active repositories');
    const users = gauge('drone_user_count', 'Accounts');
    const waiting = gauge('millrace_waiting_stages', 'Waiting stages, by reason', ['reason']);
    const runners = gauge('millrace_runners', 'Connected runners');
    const freeSlots = gauge('millrace_runner_free_slots', 'Free slots of connected runners');
    const streams = gauge('millrace_streams', 'Open event streams of this server, by kind', [
      'kind',
    ]);

    const jobs = gauge('millrace_jobs', 'Open and failed background jobs', ['kind', 'state']);

    const measure = async () => {
      const { stats, ports, countJobs } = this.sources;
      const [all, openBuilds, { open: stages, waiting: reasonOf }] = await Promise.all([
        stats.read(),
        stats.countOpenBuilds(),
        ports.listWaiting(),
      ]);
      builds.set(all.builds.total);
      pendingBuilds.set(openBuilds.get('pending') ?? 0);
      runningBuilds.set(openBuilds.get('running') ?? 0);
      repos.set(all.repos.active);
      users.set(all.users.total);
      streams.set({ kind: 'builds' }, all.events.subscribers);
      streams.set({ kind: 'logs' }, all.streams.subscribers);

      const blocked = stages.filter(({ status }) => status === 'blocked');
      blockedBuilds.set(new Set(blocked.map(({ buildId }) => buildId)).size);
      const statuses = countBy(stages, ({ status }) => status);
      pendingStages.set(statuses.get('pending') ?? 0);
      runningStages.set(statuses.get('running') ?? 0);
      const reasons = countBy([...reasonOf.values()], ({ reason }) => reason);
      for (const reason of waitingReasons) waiting.set({ reason }, reasons.get(reason) ?? 0);
      const known = await ports.runnersFor(stages);
      runners.set(known.length);
      freeSlots.set(known.reduce((sum, runner) => sum + runner.freeSlots, 0));

      jobs.reset();
      for (const { count, ...labels } of await countJobs()) jobs.set(labels, count);
    };
    return { registry, measure };
  }
}

function countBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, number> {
  const counts = new Map<Key, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}
