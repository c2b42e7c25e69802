import type { PastBuild } from '@millrace/build-rules';
import type { Line } from '@millrace/contract/api';
import type { Imports } from '../../contributions.ts';
import type { Core } from '../../core.ts';
import type { DroneReader } from './drone-reader.ts';
import { type BuildRow, buildRow, stageRow, stepRow } from './drone-rows.ts';
import type { ImportReport } from './import-report.ts';
import { type DroneBuild, mapBuild, NotImported } from './map-build.ts';
import type { StepData, StepDataReader } from './step-data.ts';

const buildsAtOnce = 100;
/** Logs of one transaction, as Drone stores them. A larger build has a transaction of its own. */
const bytesAtOnce = 16_000_000;

interface Deps {
  core: Pick<Core, 'builds' | 'changeBuild'>;
  imports: Partial<Imports>;
  reader: DroneReader;
  stepData: StepDataReader;
  report: ImportReport;
  onProgress: (done: number, isDone: boolean) => void;
}

/** Repository here by its id in Drone. */
export type ImportedRepos = ReadonlyMap<number, { id: number; slug: string }>;

/**
 * Imports finished builds in the order of their creation, so that newer ones have higher ids here too. Each build
 * is stored with its stages, steps, logs and cards in one transaction: an import that is interrupted continues
 * with the first build that is missing.
 */
export async function importBuilds(deps: Deps, repos: ImportedRepos): Promise<void> {
  let done = 0;
  for await (const rows of deps.reader.readAll('builds', 'build_id', buildRow, buildsAtOnce)) {
    const missing = await findMissing(deps, repos, rows);
    const builds = mapBuilds(deps, repos, await addStages(deps.reader, missing));
    for (const some of await splitBySize(deps, builds)) await store(deps, some);
    done += rows.length;
    deps.onProgress(done, false);
  }
  deps.onProgress(done, true);
}

/** Returns the builds of imported repositories whose numbers are free here. */
async function findMissing(
  { core, report }: Deps,
  repos: ImportedRepos,
  rows: readonly BuildRow[],
): Promise<BuildRow[]> {
  const missing: BuildRow[] = [];
  for (const [droneId, ofRepo] of Map.groupBy(rows, (row) => row.build_repo_id)) {
    const repo = repos.get(droneId);
    const numbers = ofRepo.map((row) => row.build_number);
    const known = repo ? await core.builds.listByNumbers(repo.id, numbers) : [];
    for (const row of ofRepo) {
      const name = `${repo?.slug ?? `repository ${droneId}`} #${row.build_number}`;
      const same = known.find(({ number }) => number === row.build_number);
      if (!repo) report.leaveOut('builds', name, 'its repository was left out');
      else if (!same) missing.push(row);
      else if (same.created === row.build_created && same.after === row.build_after) {
        report.know('builds');
      } else report.leaveOut('builds', name, 'another build has this number');
    }
  }
  return missing.sort((one, other) => one.build_id - other.build_id);
}

async function addStages(reader: DroneReader, builds: readonly BuildRow[]): Promise<DroneBuild[]> {
  const buildIds = builds.map(({ build_id }) => build_id);
  const stages = await reader.readWhere('stages', 'stage_build_id', buildIds, stageRow);
  const stageIds = stages.map(({ stage_id }) => stage_id);
  const steps = await reader.readWhere('steps', 'step_stage_id', stageIds, stepRow);
  const stepsOf = Map.groupBy(steps, ({ step_stage_id }) => step_stage_id);
  const stagesOf = Map.groupBy(stages, ({ stage_build_id }) => stage_build_id);
  return builds.map((build) => ({
    build,
    stages: (stagesOf.get(build.build_id) ?? []).map((stage) => ({
      stage,
      steps: stepsOf.get(stage.stage_id) ?? [],
    })),
  }));
}

function mapBuilds(
  { report }: Deps,
  repos: ImportedRepos,
  builds: readonly DroneBuild[],
): PastBuild[] {
  return builds.flatMap((each) => {
    const repo = repos.get(each.build.build_repo_id);
    if (!repo) return [];
    try {
      return [mapBuild(each, repo.id)];
    } catch (error) {
      if (!(error instanceof NotImported)) throw error;
      report.leaveOut('builds', `${repo.slug} #${each.build.build_number}`, error.message);
      return [];
    }
  });
}

/** Splits builds into groups whose logs fit into memory together. */
async function splitBySize(
  { stepData }: Deps,
  builds: readonly PastBuild[],
): Promise<PastBuild[][]> {
  const sizes = await stepData.measure(builds.flatMap(stepsOf));
  const groups: PastBuild[][] = [];
  let room = 0;
  for (const build of builds) {
    const bytes = stepsOf(build).reduce((sum, step) => sum + (sizes.get(step) ?? 0), 0);
    const last = groups.at(-1);
    if (last && bytes <= room) last.push(build);
    else {
      groups.push([build]);
      room = bytesAtOnce;
    }
    room -= bytes;
  }
  return groups;
}

function stepsOf({ stages }: PastBuild): number[] {
  return stages.flatMap(({ steps }) => steps.map(({ key }) => key));
}

async function store(
  { core, imports, report, stepData }: Deps,
  builds: PastBuild[],
): Promise<void> {
  const found = await stepData.read(builds.flatMap(stepsOf));
  await core.changeBuild.addPast(builds, async (trx, stepIds) => {
    const logs = new Map<number, Line[]>();
    for (const { stepId, lines, card } of found) {
      const id = stepIds.get(stepId);
      if (id === undefined) continue;
      if (lines) logs.set(id, lines);
      if (card) await imports.card?.(trx, id, card);
    }
    await imports.logs?.(trx, logs);
  });
  count(report, builds, found);
}

function count(
  report: ImportReport,
  builds: readonly PastBuild[],
  data: readonly StepData[],
): void {
  const stages = builds.flatMap((build) => build.stages);
  report.add('builds', builds.length);
  report.add('stages', stages.length);
  report.add('steps', data.length);
  report.add('logs', data.filter(({ lines }) => lines).length);
  report.add('cards', data.filter(({ card }) => card).length);
}
