import type { Db } from '../../db/database.ts';
import type { BuildRow } from '../../db/tables.ts';
import { finalBuildStatus, releaseStages } from '../../domain/stage-graph.ts';
import { BuildStore } from './build-store.ts';
import { StageStore } from './stage-store.ts';

/** Releases the stages that waited, and ends the build when none can change any more. */
export async function advanceBuild(db: Db, buildId: number, now: number): Promise<BuildRow> {
  const builds = new BuildStore(db);
  const stages = new StageStore(db);
  const rows = await builds.listStages(buildId);
  const released = releaseStages(
    rows.map((row) => ({
      name: row.name,
      status: row.status,
      dependsOn: JSON.parse(row.depends_on),
      onSuccess: row.on_success === 1,
      onFailure: row.on_failure === 1,
    })),
  );
  for (const row of rows) {
    const status = released.get(row.name);
    if (status && row.status === 'waiting_on_dependencies') {
      await stages.update(row.id, { status, updated: now });
    }
  }
  const status = finalBuildStatus(await builds.listStages(buildId));
  return builds.update(
    buildId,
    status ? { status, finished: now, updated: now } : { updated: now },
  );
}
