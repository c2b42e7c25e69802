import type { BuildData } from '../../builds/build-data.ts';
import { sumByBuild } from '../../builds/steps-of-builds.ts';
import { ArtifactStore } from './artifact-store.ts';

/** Artifacts released in one transaction. Their objects are deleted by `ObjectCleaner`. */
const partSize = 500;

/** Artifacts of builds, as retention sees them. */
export const artifactsOfBuilds: BuildData = {
  data: 'artifact',
  measure: async (db, buildIds) =>
    sumByBuild(
      await new ArtifactStore(db).sumByBuild(buildIds),
      // The bytes are in the object store, and deleted later.
      ({ count }) => Number(count) > partSize,
    ),
  trim: (trx, buildId) => new ArtifactStore(trx).releasePart(buildId, partSize),
  delete: async (trx, buildId) => {
    await new ArtifactStore(trx).releaseBuild(buildId);
  },
};
