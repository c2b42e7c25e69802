import { ArtifactService } from '../src/features/artifacts/artifact-service.ts';
import { ArtifactStore } from '../src/features/artifacts/artifact-store.ts';
import { ObjectCleaner } from '../src/object-store/object-cleaner.ts';
import type { TestServer } from './test-server.ts';

/** Creates the artifact services of a server, for tests that expire and delete artifacts themselves. */
export function artifactsOf({ core }: Pick<TestServer, 'core'>) {
  const { artifactStore: store, config } = core;
  const contributed = { refuseStorage: [] };
  return {
    artifacts: new ArtifactService({ ...core, contributed, store, limits: config.artifacts }),
    cleaner: new ObjectCleaner({ ...core, store, objects: new ArtifactStore(core.db) }),
  };
}
