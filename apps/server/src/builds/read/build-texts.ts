import type { Build } from '@millrace/build-rules';
import { createByteCache } from '../../shared/byte-cache.ts';

const maxBytes = 8 * 1024 * 1024;

/** Identifies a state of a build. Every change of the build, its stages or its steps increases its version. */
export type BuildState = Pick<Build, 'id' | 'version'>;
/** `whole` includes stages and steps, `alone` does not. */
type Extent = 'alone' | 'whole';

/** Cache of the JSON of builds. Most builds are finished, so their JSON no longer changes. */
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
