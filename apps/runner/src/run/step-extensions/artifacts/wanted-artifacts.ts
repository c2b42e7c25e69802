import { posix } from 'node:path';
import type { EarlierArtifact } from '@millrace/contract/runner';
import { findFilePathProblem, findLinkProblem } from '@millrace/contract/step-files';
import { printableFileName as printable } from '@millrace/node-kit/file-names';
import type { ArtifactSource } from '@millrace/pipeline';
import { FileSearch } from '../../../engines/file-search.ts';

/** An artifact to download, with its path in the workspace. */
export interface WantedArtifact extends EarlierArtifact {
  target: string;
}

/** Artifacts to download. Of those with the same path in the workspace, the last one counts. */
export class WantedArtifacts {
  private readonly byTarget = new Map<string, WantedArtifact>();

  /** Adds the artifacts of a stage that match the patterns of their source, and returns them. */
  async add(
    artifacts: readonly EarlierArtifact[],
    { paths, to }: ArtifactSource,
    signal: AbortSignal,
  ): Promise<WantedArtifact[]> {
    const search = new FileSearch(paths, undefined, signal);
    const added = new Map<string, WantedArtifact>();
    for (const artifact of artifacts) {
      if (paths.length > 0 && !(await search.matches(artifact.path))) continue;
      const wanted = { ...artifact, target: posix.join(to, artifact.path) };
      requireInside(wanted);
      added.set(wanted.target, wanted);
    }
    for (const [target, wanted] of added) this.byTarget.set(target, wanted);
    return [...added.values()];
  }

  /** Lists all artifacts. Throws if one has the path of a folder of another. */
  list(): WantedArtifact[] {
    const all = [...this.byTarget.values()];
    for (const { target } of all) {
      for (let at = posix.dirname(target); at !== '.'; at = posix.dirname(at)) {
        if (!this.byTarget.has(at)) continue;
        throw new Error(`${printable(at)} is one artifact, and the folder of another`);
      }
    }
    return all;
  }
}

function requireInside({ target, linkTarget }: WantedArtifact): void {
  const problem =
    findFilePathProblem(target) ??
    (linkTarget === null ? undefined : findLinkProblem(target, linkTarget));
  if (problem) throw new Error(`The artifact ${printable(target)} ${problem}`);
}
