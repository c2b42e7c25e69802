import type { FileList, FileState } from '../../../engines/engine.ts';

/** Files of earlier steps, by what the step did with them. */
export interface FilesOfEarlierSteps {
  /** Created or changed by earlier steps, and not touched by the step. */
  unchanged: Map<string, FileState>;
  /** Created or changed by earlier steps, and changed or deleted by the step. */
  changed: string[];
  /** Deleted by earlier steps, or replaced by something of another type. */
  deleted: string[];
}

/**
 * Compares three lists of a workspace.
 *
 * @param base before the first step
 * @param start before the step
 * @param end after the step
 */
export function compareLists(base: FileList, start: FileList, end: FileList): FilesOfEarlierSteps {
  const unchanged = new Map<string, FileState>();
  const changed: string[] = [];
  for (const [path, state] of start) {
    if (isSame(state, base.get(path))) continue;
    if (isSame(state, end.get(path))) unchanged.set(path, state);
    else if (state.type !== 'directory') changed.push(path);
  }
  const deleted = [...base].filter(([path, { type }]) => start.get(path)?.type !== type);
  return { unchanged, changed, deleted: deleted.map(([path]) => path) };
}

function isSame(one: FileState, other: FileState | undefined): boolean {
  return (
    other !== undefined &&
    one.type === other.type &&
    one.size === other.size &&
    one.mode === other.mode &&
    one.mtimeMs === other.mtimeMs &&
    one.ctimeMs === other.ctimeMs
  );
}
