import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { MeasuredContent } from '@millrace/build-host/files/measured-content';
import type { Artifact } from '@millrace/contract/api';
import { badRequest, missing } from '@millrace/contract/api-errors';
import type { EarlierArtifact, FileContent } from '@millrace/contract/runner';

interface Deps {
  /** Folder for the files, which is created if it is needed. */
  folder: string;
  /** Returns whether a stage of this name runs here. */
  runsHere: (stage: string) => boolean;
  /** Returns whether others take the artifacts of a stage. */
  isTaken: (stage: string) => boolean;
  /** Artifacts of the build that is replayed. */
  ofBuild?: ArtifactsOfBuild | undefined;
}

/** Artifacts that the stages of a build have on the server. */
export interface ArtifactsOfBuild {
  /** Lists those of a stage by step and path. */
  list: (stage: string) => Promise<Artifact[]>;
  /** Downloads an artifact; returns the reason if it does not exist. */
  fetch: (artifact: Artifact) => Promise<ReadableStream<Uint8Array> | string>;
}

interface NewArtifact {
  stage: string;
  /** Number of the step. */
  step: number;
  path: string;
  isExecutable: boolean;
  isLink: boolean;
}

interface KnownArtifact extends Omit<EarlierArtifact, 'id'> {
  open: () => Promise<FileContent>;
}

/** Passes artifacts on to later stages of `millrace exec`: those of stages that run here, or of the replayed build. */
export class LocalArtifacts {
  private readonly deps: Deps;
  /** By their ids. */
  private readonly known: KnownArtifact[] = [];
  private readonly added: { stage: string; step: number; id: number }[] = [];

  constructor(deps: Deps) {
    this.deps = deps;
  }

  /** Stores an artifact if another stage takes it. */
  async add(
    { stage, step, path, isExecutable, isLink }: NewArtifact,
    file: FileContent,
  ): Promise<void> {
    const { folder, isTaken } = this.deps;
    if (!isTaken(stage)) return;
    await mkdir(folder, { recursive: true });
    const stored = join(folder, randomUUID());
    const { size } = file;
    const content = new MeasuredContent({ size, content: file.read() });
    await pipeline(content, createWriteStream(stored, { mode: 0o600 }));
    const open = async () => ({ size, read: () => createReadStream(stored) });
    const linkTarget = isLink ? await text(createReadStream(stored)) : null;
    const { sha256 } = content;
    const id = this.remember({ path, size, sha256, isExecutable, linkTarget, open });
    this.added.push({ stage, step, id });
  }

  /** Lists the artifacts of a stage by step. */
  async list(stage: string): Promise<EarlierArtifact[]> {
    const { runsHere, ofBuild } = this.deps;
    if (runsHere(stage)) {
      const own = this.added.filter((each) => each.stage === stage);
      return own.toSorted((one, other) => one.step - other.step).map(({ id }) => this.describe(id));
    }
    if (!ofBuild) throw badRequest('the stage does not run here; select it too');
    const artifacts = await ofBuild.list(stage);
    return artifacts.map((artifact) => this.describe(this.addOfBuild(artifact, ofBuild)));
  }

  async load(id: number): Promise<FileContent> {
    return this.require(id).open();
  }

  private addOfBuild(artifact: Artifact, ofBuild: ArtifactsOfBuild): number {
    const { path, size, sha256, executable = false, link = null } = artifact;
    const open = async () => {
      const content = await ofBuild.fetch(artifact);
      if (typeof content === 'string') throw missing(content);
      return { size, read: () => Readable.fromWeb(content) };
    };
    return this.remember({ path, size, sha256, isExecutable: executable, linkTarget: link, open });
  }

  private remember(artifact: KnownArtifact): number {
    return this.known.push(artifact) - 1;
  }

  private describe(id: number): EarlierArtifact {
    const { open: _, ...artifact } = this.require(id);
    return { id, ...artifact };
  }

  private require(id: number): KnownArtifact {
    const artifact = this.known[id];
    if (!artifact) throw missing('There is no such artifact');
    return artifact;
  }
}
