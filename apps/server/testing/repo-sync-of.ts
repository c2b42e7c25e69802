import type { RepoSync } from '../src/features/repos/repo-sync.ts';
import { createSyncServices } from '../src/features/repos/sync-services.ts';
import type { TestServer } from './test-server.ts';

/** Creates a sync of the repositories of a server with its forge. */
export function repoSyncOf({ core, features }: Pick<TestServer, 'core' | 'features'>): RepoSync {
  return createSyncServices(core, features.contributed).repoSync;
}
