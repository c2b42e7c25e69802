import type { Build } from '../../../domain/build.ts';
import { createByteCache } from '../../../shared/byte-cache.ts';

const maxBytes = 8 * 1024 * 1024;

/** Which state of a build: every change of it, its stages and its steps raises its version. */
export type BuildState = Pick<Build, 'id' | 'version'>;
/** Whether its stages and steps are in it. */
type Extent = 'alone' | 'whole';

/** The JSON of builds as they were sent last: most builds are over, and do not change any more. */
export class BuildTexts {
  private readonly texts = createByteCache<string>(maxBytes);

  find(state: BuildState, extent: Extent): string | undefined {
    return this.texts.get(keyOf(state, extent));
  }

  keep(state: BuildState, extent: Extent, text: string): void {
    this.texts.set(keyOf(state, extent), text);
  }
}

function keyOf({ id, version }: BuildState, extent: Extent): string {
  return `${id} ${version} ${extent}`;
}
