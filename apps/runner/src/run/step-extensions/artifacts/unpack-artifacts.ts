import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { type TarInput, writeTar } from '@millrace/node-kit/tar/write-tar';
import type { WorkspaceFiles } from '../../../engines/engine.ts';
import type { WantedArtifact } from './wanted-artifacts.ts';

/** Writes downloaded artifacts to the workspace. */
export async function unpackArtifacts(
  artifacts: readonly WantedArtifact[],
  pathOf: (artifact: WantedArtifact) => string,
  { files, signal }: { files: WorkspaceFiles; signal: AbortSignal },
): Promise<void> {
  const entries = function* (): Generator<TarInput> {
    for (const artifact of artifacts) {
      const { target: name, size, isExecutable, linkTarget } = artifact;
      if (linkTarget !== null) yield { header: { name, type: 'symlink', linkname: linkTarget } };
      else {
        const mode = isExecutable ? 0o755 : 0o644;
        yield { header: { name, mode, size }, content: createReadStream(pathOf(artifact)) };
      }
    }
  };
  const read = () => Readable.from(writeTar(entries()), { objectMode: false });
  const targets = artifacts.map(({ target }) => target);
  await files.unpackOver(read, targets, signal);
}
