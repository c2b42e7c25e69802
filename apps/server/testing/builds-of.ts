import { createBuildServices } from '../src/features/builds/build-services.ts';
import type { TestServer } from './test-server.ts';

/** Creates the services that start, change and read builds of a server. */
export function buildsOf({ core, ask, features }: Pick<TestServer, 'core' | 'ask' | 'features'>) {
  return createBuildServices(core, ask, features.contributed);
}
