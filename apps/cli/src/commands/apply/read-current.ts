import { RefusedCallError } from '../../command-line/call-server.ts';
import { kindHandlers } from './kinds/index.ts';
import {
  type CurrentResource,
  keyOf,
  type Section,
  sectionOf,
  type WantedState,
} from './resource.ts';

/** Lists the sections that must be known to compare a wanted state with the current one. */
export function sectionsToRead({ resources, sections }: WantedState): Section[] {
  const all = [...sections, ...resources.map(sectionOf)];
  return [...new Map(all.map((section) => [keyOf(section), section])).values()];
}

/** Reads sections from a server. What does not exist has no resources. */
export async function readCurrent(
  server: string,
  sections: readonly Section[],
): Promise<CurrentResource[]> {
  const found: CurrentResource[] = [];
  for (const { kind, path } of sections) {
    try {
      found.push(...(await kindHandlers[kind].read(server, path)));
    } catch (error) {
      if (!(error instanceof RefusedCallError && error.status === 404)) throw error;
    }
  }
  return found;
}
