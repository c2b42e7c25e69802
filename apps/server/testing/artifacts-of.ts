import type { Context } from '../src/context.ts';
import { ArtifactCleaner } from '../src/features/artifacts/artifact-cleaner.ts';
import { ArtifactService } from '../src/features/artifacts/artifact-service.ts';

/** The artifacts of a server, for tests that expire and delete them by hand. */
export function artifactsOf({ core }: Pick<Context, 'core'>) {
  const { artifactStore: store, config } = core;
  return {
    artifacts: new ArtifactService({ ...core, store, limits: config.artifacts }),
    cleaner: new ArtifactCleaner({ ...core, store }),
  };
}
