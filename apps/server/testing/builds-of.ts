import type { Context } from '../src/context.ts';
import { createBuildServices } from '../src/features/builds/build-services.ts';

/** Creates the services that start, change and read builds of a server. */
export function buildsOf({ core, ports }: Pick<Context, 'core' | 'ports'>) {
  return createBuildServices(core, ports);
}
