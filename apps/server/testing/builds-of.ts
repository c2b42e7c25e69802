import type { Context } from '../src/context.ts';
import { createBuildServices } from '../src/features/builds/build-services.ts';

/** What starts, decides about and reads the builds of a server. */
export function buildsOf({ core, ports }: Pick<Context, 'core' | 'ports'>) {
  return createBuildServices(core, ports);
}
