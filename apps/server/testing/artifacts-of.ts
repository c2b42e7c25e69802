import { ArtifactCleaner } from '../src/features/artifacts/artifact-cleaner.ts';
import { ArtifactService } from '../src/features/artifacts/artifact-service.ts';
import type { TestServer } from './test-server.ts';

/** The artifacts of a server, for tests that expire and delete them by hand. */
export function artifactsOf({ core }: Pick<TestServer, 'core'>) {
  const { artifactStore: store, config } = core;
  return {
    artifacts: new ArtifactService({ ...core, store, limits: config.artifacts }),
    cleaner: new ArtifactCleaner({ ...core, store }),
  };
}
