import { type KnownRunner, type Stage, waitsForApproval } from '@millrace/build-rules';
import type { QueueDemand, StageWaiting } from '@millrace/contract/api';
import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client';
import type { Contributed } from '../../contributions.ts';
import { askAll } from '../../shared/ask.ts';
import type { QueuePort } from '../queue/port.ts';
import { labelText } from './label-text.ts';
import type { SystemStatsReader } from './system-stats.ts';

/** Sources of metrics that are read on each request. */
interface Sources {
  stats: SystemStatsReader;
  queuePort: Pick<QueuePort, 'listWaiting' | 'measureDemand'>;
  contributed: Pick<Contributed, 'connectedRunners'>;
  countJobs: () => Promise<{ kind: string; state: 'open' | 'failed'; count: number }[]>;
  /** End of validity of the server's certificate in Unix seconds; null if it has none. */
  certificateExpirySec: () => number | null;
  readDisk: () => Promise<{ free: number; total: number; reserve: number }>;
  isStoreUp: () => Promise<boolean>;
  /** Time of the last complete backup in Unix seconds; 0 if there is none. */
  readLastBackup: () => Promise<number>;
}

const waitingReasons = [
  'approval',
  'dependencies',
  'paused',
  'runners_paused',
  'runners_protected',
  'limit',
  'throttle',
  'owner_limit',
  'no_runner',
  'busy',
] as const satisfies readonly StageWaiting['reason'][];

/**
 * Current load. Names that start with `drone_` are Drone's, for existing dashboards and alerts. Names that
 * start with `nodejs_` and `process_` describe this process.
 */
export class LoadMetrics {
  private readonly sources: Sources;
  private readonly gauges: ReturnType<typeof createGauges>;

  constructor(registry: Registry, sources: Sources) {
    this.sources = sources;
    this.gauges = createGauges(registry);
    collectDefaultMetrics({ register: registry });
  }

  /** Sets all gauges to the current values. */
  async measure(): Promise<void> {
    const { stats, queuePort, contributed, countJobs } = this.sources;
    const [all, openBuilds, { open: stages, waiting }] = await Promise.all([
      stats.read(),
      stats.countOpenBuilds(),
      queuePort.listWaiting(),
    ]);
    const { gauges } = this;
    gauges.builds.set(all.builds.total);
    gauges.pendingBuilds.set(openBuilds.get('pending') ?? 0);
    gauges.runningBuilds.set(openBuilds.get('running') ?? 0);
    gauges.repos.set(all.repos.active);
    gauges.users.set(all.users.total);
    gauges.streams.set({ kind: 'builds' }, all.events.subscribers);
    gauges.streams.set({ kind: 'logs' }, all.streams.subscribers);
    this.setStages(stages, waiting);
    this.setRunners((await askAll(contributed.connectedRunners, stages)).flat());
    const expirySec = this.sources.certificateExpirySec();
    if (expirySec !== null) gauges.certificate.set({ use: 'server' }, expirySec);
    gauges.jobs.reset();
    for (const { count, ...labels } of await countJobs()) gauges.jobs.set(labels, count);
    await this.setStorage();
  }

  private async setStorage(): Promise<void> {
    const { gauges, sources } = this;
    const [disk, isStoreUp, lastBackup] = await Promise.all([
      sources.readDisk(),
      sources.isStoreUp(),
      sources.readLastBackup(),
    ]);
    gauges.diskFree.set(disk.free);
    gauges.diskTotal.set(disk.total);
    gauges.diskReserve.set(disk.reserve);
    gauges.storeUp.set(isStoreUp ? 1 : 0);
    gauges.backup.set(lastBackup);
  }

  private setStages(stages: readonly Stage[], waiting: ReadonlyMap<number, StageWaiting>): void {
    const { gauges } = this;
    const blocked = stages.filter(waitsForApproval);
    gauges.blockedBuilds.set(new Set(blocked.map(({ buildId }) => buildId)).size);
    const statuses = countBy(stages, ({ status }) => status);
    gauges.pendingStages.set(statuses.get('pending') ?? 0);
    gauges.runningStages.set(statuses.get('running') ?? 0);
    const reasons = countBy([...waiting.values()], ({ reason }) => reason);
    for (const reason of waitingReasons) gauges.waiting.set({ reason }, reasons.get(reason) ?? 0);
    this.setQueue(this.sources.queuePort.measureDemand(stages, waiting));
  }

  private setQueue(demand: readonly QueueDemand[]): void {
    const { queueLength, oldestWait } = this.gauges;
    queueLength.reset();
    oldestWait.reset();
    for (const { type, os, arch, labels, stages, oldest } of demand) {
      const required = { type, platform: `${os}/${arch}`, labels: labelText(labels) };
      queueLength.set(required, stages);
      oldestWait.set(required, oldest);
    }
  }

  private setRunners(runners: readonly KnownRunner[]): void {
    const { gauges } = this;
    gauges.runners.set(runners.length);
    gauges.freeSlots.set(runners.reduce((sum, { freeSlots }) => sum + freeSlots, 0));
    gauges.slots.reset();
    gauges.usedSlots.reset();
    for (const { name, type, capacity, running } of runners) {
      if (capacity !== undefined) gauges.slots.set({ runner: name, type }, capacity);
      gauges.usedSlots.set({ runner: name, type }, running);
    }
  }
}

function createGauges(registry: Registry) {
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] });
  const required: ('type' | 'platform' | 'labels')[] = ['type', 'platform', 'labels'];
  const runner: ('runner' | 'type')[] = ['runner', 'type'];
  return {
    builds: gauge('drone_build_count', 'All builds, including finished ones'),
    pendingBuilds: gauge('drone_pending_builds', 'Pending builds'),
    runningBuilds: gauge('drone_running_builds', 'Running builds'),
    blockedBuilds: gauge('millrace_blocked_builds', 'Builds that wait for approval'),
    pendingStages: gauge('drone_pending_jobs', 'Stages that wait for a runner'),
    runningStages: gauge('drone_running_jobs', 'Running stages'),
    repos: gauge('drone_repo_count', 'Active repositories'),
    users: gauge('drone_user_count', 'Accounts'),
    waiting: gauge('millrace_waiting_stages', 'Waiting stages, by reason', ['reason']),
    queueLength: gauge('millrace_queue_length', 'Stages that need a runner', required),
    oldestWait: gauge('millrace_queue_oldest_seconds', 'Wait of the oldest of them', required),
    runners: gauge('millrace_runners', 'Connected runners'),
    freeSlots: gauge('millrace_runner_free_slots', 'Free slots of connected runners'),
    slots: gauge('millrace_runner_slots', 'Slots of a runner; all its types share them', runner),
    usedSlots: gauge('millrace_runner_used_slots', 'Running stages of a runner', runner),
    streams: gauge('millrace_streams', 'Open event streams of this server, by kind', ['kind']),
    // With a label, a server without a certificate reports no value instead of 0.
    certificate: gauge(
      'millrace_tls_certificate_expiry_seconds',
      'End of validity of the certificate, in Unix seconds',
      ['use'],
    ),
    diskFree: gauge('millrace_disk_free_bytes', 'Free space on the disk of the data folder'),
    diskTotal: gauge('millrace_disk_total_bytes', 'Size of the disk of the data folder'),
    diskReserve: gauge('millrace_disk_reserve_bytes', 'Space that logs and files leave free'),
    storeUp: gauge('millrace_object_store_up', '1 if the store of artifacts and logs responds'),
    backup: gauge('millrace_backup_time_seconds', 'Time of the last complete backup; 0 if none'),
    jobs: gauge('millrace_jobs', 'Open and failed background jobs', ['kind', 'state']),
  };
}

function countBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, number> {
  const counts = new Map<Key, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}
