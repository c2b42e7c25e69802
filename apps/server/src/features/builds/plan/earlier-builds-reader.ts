import { toBuildJson, toStageJson, toStepJson } from '@millrace/build-host/builds/build-mapper';
import type { Build, BuildFile } from '@millrace/build-rules';
import type { Build as BuildJson } from '@millrace/contract/api';
import { isCurrentStage } from '../../../builds/attempt-conditions.ts';
import { buildCodec, stageCodec } from '../../../builds/build-codec.ts';
import { BuildStore, isOfNoBisection } from '../../../builds/build-store.ts';
import { StageStore } from '../../../builds/stage-store.ts';
import type { Db } from '../../../db/database.ts';

/** A build with what it ran, and the file with which it was created. */
export interface StoredBuild {
  build: Build;
  /** With stages and steps. */
  json: BuildJson;
  config: string;
  changedPaths: string[] | undefined;
  matrices: BuildFile['matrices'];
}

/**
 * Lists the newest builds of a repository, newest first, except those of bisections.
 *
 * @param before number below which their numbers are
 */
export async function readEarlierBuilds(
  db: Db,
  repoId: number,
  limit: number,
  before = Number.MAX_SAFE_INTEGER,
): Promise<StoredBuild[]> {
  const rows = await db
    .selectFrom('builds')
    .selectAll()
    .where('repo_id', '=', repoId)
    .where('number', '<', before)
    .where(isOfNoBisection)
    .orderBy('number', 'desc')
    .limit(limit)
    .execute();
  const builds = buildCodec.readAll(rows);
  const ids = [0, ...builds.map(({ id }) => id)];
  const files = await new BuildStore(db).findFiles(ids);
  const stageRows = await db
    .selectFrom('stages')
    .selectAll()
    .where('build_id', 'in', ids)
    .where(isCurrentStage)
    .orderBy('number')
    .execute();
  const stages = stageCodec.readAll(stageRows);
  const steps = await new StageStore(db).listSteps(stages.map(({ id }) => id));
  const stepsOf = Map.groupBy(steps, ({ stageId }) => stageId);
  const stagesOf = Map.groupBy(stages, ({ buildId }) => buildId);
  return builds.map((build) => {
    const file = files.get(build.id);
    const ofBuild = (stagesOf.get(build.id) ?? []).map((stage) =>
      toStageJson(stage, (stepsOf.get(stage.id) ?? []).map(toStepJson)),
    );
    return {
      build,
      json: toBuildJson(build, ofBuild),
      config: file?.config ?? '',
      changedPaths: file?.changedPaths,
      matrices: file?.matrices,
    };
  });
}
