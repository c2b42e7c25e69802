import type { Line } from '@millrace/contract/api';
import { describeStatus } from '../../src/features/commit-statuses/describe-status.ts';
import type { Status } from '../forges/fake/world.ts';
import type { BuildFollower } from './build-follower.ts';
import type { CrashingCluster, Outage } from './crashing-cluster.ts';
import { type Call, callUntilOk } from './load.ts';
import { findLogFault } from './numbered-pipeline.ts';

type Query = CrashingCluster['query'];
export type Row = Record<string, unknown>;

const isFinished = `status in ('success', 'failure', 'error', 'killed', 'skipped', 'declined')`;

/** Lists work that is running or waiting. */
export async function findOpen(query: Query): Promise<string[]> {
  const rows = await query(`
    select 'build ' || number || ' ' || status as open from builds where not ${isFinished}
    union all select 'stage ' || id || ' ' || status from stages where not ${isFinished}
    union all select 'job ' || kind || ' ' || key from jobs where error is null
    union all select 'changes since ' || change_id from outbox_cursors
      where change_id < (select max(id) from build_changes)`);
  return rows.map(({ open }) => String(open));
}

/** Finds inconsistent rows of builds, once everything has finished. */
export async function findBuildFaults(query: Query): Promise<string[]> {
  const rows = await query(`
    select 'step ' || steps.id || ' is ' || steps.status || ' in a finished stage' as fault
      from steps where not ${isFinished}
    union all
    select 'build ' || builds.id || ' is version ' || builds.version || ', not ' || newest
      from builds join (select build_id, max(version) as newest from build_changes group by build_id) changes
      on build_id = builds.id where newest <> builds.version
    union all
    select 'build ' || build_id || ' was published out of order' from (
      select build_id, version - lag(version) over (partition by build_id order by id) as step
      from build_changes) steps where step <= 0
    union all
    select 'lease ' || name || ' of a stopped server' from leases
      where until > extract(epoch from now()) and holder not in (select id from servers)`);
  return rows.map(({ fault }) => String(fault));
}

/** Records each due run of a cron job with a trigger in the database, independently of the servers. */
export async function watchCrons(query: Query): Promise<void> {
  await query(`
    create table due_runs (cron_id bigint, due bigint);
    create function note_run() returns trigger language plpgsql as
      $$ begin
        insert into due_runs
          values ((new.payload::json->>'cronId')::bigint, (new.payload::json->>'due')::bigint);
        return new;
      end $$;
    create trigger note_run before insert on jobs for each row when (new.kind = 'cron-run')
      execute function note_run()`);
}

/** Finds cron jobs whose due runs did not create exactly one build each. */
export async function findCronFaults(query: Query): Promise<string[]> {
  const rows = await query(`
    select name, prev, count(due) as runs, count(distinct due) as times, max(due) as newest,
      (select count(*) from builds where cron = name) as builds
    from crons join due_runs on cron_id = crons.id group by name, prev`);
  return rows.flatMap((row) => {
    const { builds, runs, times, prev, newest } = row;
    const isRight = builds === runs && runs === times && prev === newest;
    return isRight ? [] : [`cron ${JSON.stringify(row)}`];
  });
}

/** Finds logs with missing, duplicated or reordered lines. */
export async function findLogFaults(query: Query, call: Call, slug: string): Promise<string[]> {
  const steps = await query(`
    select builds.number as build, stages.number as stage, steps.number as step, steps.status
    from steps join stages on stages.id = stage_id join builds on builds.id = build_id`);
  const faults: string[] = [];
  for (const { build, stage, step, status } of steps) {
    const path = `/api/repos/${slug}/builds/${build}/logs/${stage}/${step}`;
    const lines = (await callUntilOk(call, 'GET', path)) as Line[] | null;
    const fault = findLogFault(String(status), lines ?? []);
    if (fault) faults.push(`log ${build}/${stage}/${step} ${status}: ${fault}`);
  }
  return faults;
}

/** Finds failed stages, except those of an embedded runner whose server was down. */
export async function findStageFaults(query: Query, outages: readonly Outage[]): Promise<string[]> {
  const failed = await query(`
    select builds.number, stages.name, stages.status, stages.error, stages.runner, stages.started,
      stages.stopped from stages join builds on builds.id = build_id
    where stages.status not in ('success', 'skipped')`);
  return failed.flatMap((stage) => {
    const { error, runner, started, stopped } = stage;
    const isCause = ({ target, downAtMs, upAtMs }: Outage) =>
      target !== 'postgres' &&
      downAtMs / 1000 <= Number(stopped) + 1 &&
      upAtMs / 1000 >= Number(started) - 1;
    const blamesServer = /^The (server|runner was) stopped while this/.test(String(error));
    return blamesServer && String(runner).startsWith('built-in:') && outages.some(isCause)
      ? []
      : [`stage ${JSON.stringify(stage)}`];
  });
}

/** Finds commits or builds that are lost, duplicated or unexpected. */
export function findLostAndDuplicated(
  what: string,
  wanted: { all: Iterable<string>; acknowledged: Iterable<string> },
  built: readonly string[],
): string[] {
  const counts = new Map<string, number>();
  for (const each of built) counts.set(each, (counts.get(each) ?? 0) + 1);
  const all = new Set(wanted.all);
  return [
    ...[...counts]
      .filter(([, count]) => count > 1)
      .map(([each]) => `${what} ${each} is duplicated`),
    ...[...counts.keys()]
      .filter((each) => !all.has(each))
      .map((each) => `${what} ${each} is unexpected`),
    ...[...wanted.acknowledged]
      .filter((each) => !counts.has(each))
      .map((each) => `${what} ${each} is lost`),
  ];
}

/** Streams on a live server must not break, and all subscribers must end with the final state. */
export function findFollowerFaults(
  name: string,
  follower: BuildFollower,
  builds: readonly Row[],
  outages: readonly Outage[],
): string[] {
  const cut = follower.connections.filter(
    ({ openedMs, closedMs }) =>
      !outages.some(
        ({ target, downAtMs, upAtMs }) =>
          (target === 'postgres' || target === name) && downAtMs <= closedMs && openedMs <= upAtMs,
      ),
  );
  const wrong = builds.filter(({ number, version, status }) => {
    const seen = follower.builds.get(Number(number));
    return seen?.version !== Number(version) || seen.status !== status;
  });
  return [
    ...follower.faults.map((fault) => `stream ${name}: ${fault}`),
    ...(name === 'both' ? [] : cut.map((each) => `stream ${name} was cut ${JSON.stringify(each)}`)),
    ...wrong.map(
      ({ number, version }) =>
        `stream ${name}: build ${number} is version ${version}, not ${JSON.stringify(follower.builds.get(Number(number)))}`,
    ),
  ];
}

/**
 * Checks that the forge shows the final status of the newest build of each commit and event. A report is
 * recorded afterwards: duplicates are only allowed if the server was killed in between, not if the database
 * crashes or the server stops.
 */
export function findStatusFaults(
  reported: readonly Status[],
  builds: readonly Row[],
  outages: readonly Outage[],
): string[] {
  const newest = new Map(builds.map((build) => [`${build.after} ${build.event}`, build]));
  const unshown = [...newest.values()].filter(({ number, after, event, status }) => {
    const shown = reported.find(
      ({ sha, context }) => sha === after && context.endsWith(`/${event}`),
    );
    const wanted = describeStatus(status as Parameters<typeof describeStatus>[0]);
    return shown?.description !== wanted || !shown.url.endsWith(`/${number}`);
  });
  const same = Map.groupBy(
    reported.toReversed(),
    ({ url, description }) => `${url} ${description}`,
  );
  const duplicated = [...same].filter(([, [first, ...others]]) => {
    let beforeMs = Date.parse(first?.createdAt ?? '');
    return others.some(({ createdAt }) => {
      const [fromMs, untilMs] = [beforeMs, Date.parse(createdAt ?? '')];
      beforeMs = untilMs;
      const isCause = ({ target, signal, downAtMs }: Outage) =>
        target !== 'postgres' && signal === 'SIGKILL' && downAtMs >= fromMs && downAtMs <= untilMs;
      return !outages.some(isCause);
    });
  });
  return [
    ...unshown.map(({ number, status }) => `the status of build ${number} is not ${status}`),
    ...duplicated.map(([state, all]) => `${state} was reported ${JSON.stringify(all)}`),
  ];
}

/** Log entries of calls, also of those that a server aborts when it stops. */
const abortedCalls = new Set(['A call failed', 'A call of a runner failed']);

/** Finds log entries that report bugs of the server. */
export function findLogEntryFaults(name: string, output: string): string[] {
  const errors = output.split('\n').filter((line) => {
    if (!line.startsWith('{')) return /\bat .+:\d+:\d+/.test(line);
    const { level, err, msg } = JSON.parse(line);
    const isExpected =
      ['DatabaseBusyError', 'RetryLaterError'].includes(err?.type) ||
      // A call that was aborted when the server stopped.
      (abortedCalls.has(msg) && err?.message === 'driver has already been destroyed');
    return level >= 50 && !isExpected;
  });
  return errors.map((line) => `server ${name} wrote ${line}`);
}
