import { formatSize } from '@millrace/contract/format-size';
import { RunnerConflict } from '@millrace/contract/runner';
import { isFinished } from '@millrace/contract/vocabulary';
import type { ChangeBuild } from '../../builds/change-build.ts';
import { StageStore } from '../../builds/stage-store.ts';
import type { Database } from '../../db/database.ts';
import { takeTurn } from '../../db/locks.ts';
import { inTransaction } from '../../db/transaction.ts';
import {
  type ArtifactLimits,
  artifactLimitsOf,
  type OwnArtifactLimits,
} from '../../domain/artifact-limits.ts';
import type { Step } from '../../domain/build.ts';
import type { IncomingFile } from '../../domain/step-file.ts';
import { newObjectKey } from '../../object-store/due-object-store.ts';
import type { ObjectStore } from '../../object-store/object-store.ts';
import type { Clock } from '../../shared/clock.ts';
import { AppError } from '../../shared/errors.ts';
import { whileBusy } from '../../shared/while-busy.ts';
import { ArtifactLimitsStore } from './artifact-limits-store.ts';
import { ArtifactStore } from './artifact-store.ts';
import { ArtifactTotals } from './artifact-totals.ts';
import { MeasuredContent } from './measured-content.ts';

interface Parts {
  db: Database;
  store: ObjectStore;
  changeBuild: ChangeBuild;
  clock: Clock;
  /** What the server grants. */
  limits: ArtifactLimits;
}

/** Longer than a file takes to come in: what was not recorded until then is deleted. */
const leaseSec = 30 * 60;

/** A store may have a part of what broke off a moment later. */
const lateSec = 60;

/** Keeps what steps leave. */
export class ArtifactService {
  private readonly parts: Parts;
  private readonly artifacts: ArtifactStore;
  private readonly ownLimits: ArtifactLimitsStore;
  private readonly totals: ArtifactTotals;

  constructor(parts: Parts) {
    this.parts = parts;
    this.artifacts = new ArtifactStore(parts.db);
    this.ownLimits = new ArtifactLimitsStore(parts.db);
    this.totals = new ArtifactTotals(this.artifacts, parts.clock);
  }

  /** Takes a file in, in place of one with the same path: as a whole, or not at all. */
  async take(step: Step, file: IncomingFile, signal: AbortSignal): Promise<void> {
    const { store, clock } = this.parts;
    const created = clock.nowSec();
    const noted = { stepId: step.id, path: file.path, key: newObjectKey('bin'), created };
    // Noted before a byte is stored: no crash leaves an object that nobody knows of.
    const begun = await this.artifacts.begin({ ...noted, due: created + leaseSec });
    if (!begun) throw stepOver(step);
    try {
      await this.requireRoom(begun, file.size);
      const content = new MeasuredContent(file);
      await store.put(noted.key, content, signal);
      const { size } = file;
      await whileBusy(() => this.record(begun.id, noted, { size, sha256: content.sha256 }), signal);
      this.totals.add(begun, size);
    } catch (error) {
      const due = clock.nowSec() + lateSec;
      await whileBusy(() => this.artifacts.discard(begun.id, due));
      throw error;
    }
  }

  list(stepIds: readonly number[]) {
    return this.artifacts.list(stepIds);
  }

  count(stepIds: readonly number[]) {
    return this.artifacts.count(stepIds);
  }

  find(stepId: number, path: string) {
    return this.artifacts.find(stepId, path);
  }

  /** False where it is not there. */
  async delete(stepId: number, path: string): Promise<boolean> {
    return await this.remove({ step: stepId }, (artifacts) => artifacts.releaseOne(stepId, path));
  }

  async deleteOfBuild(buildId: number): Promise<boolean> {
    return await this.remove({ build: buildId }, (artifacts) => artifacts.releaseBuild(buildId));
  }

  async readLimits(repoId: number) {
    const own = await this.ownLimits.find(repoId);
    const { limits: server } = this.parts;
    const used = await this.artifacts.sum({ repoId });
    return { own, server, limits: artifactLimitsOf(own, server), used };
  }

  async setLimits(repoId: number, own: OwnArtifactLimits): Promise<void> {
    await this.ownLimits.put(repoId, own);
  }

  /** Deletes what is kept for longer than it is to be. */
  async expire(stopped: AbortSignal): Promise<void> {
    const { clock, limits } = this.parts;
    const atOnce = 100;
    for (let found = atOnce; found === atOnce && !stopped.aborted; ) {
      const builds = await this.artifacts.listExpired(clock.nowSec(), limits.days, atOnce);
      for (const buildId of builds) {
        if (!stopped.aborted) await whileBusy(() => this.deleteOfBuild(buildId), stopped);
      }
      found = builds.length;
    }
  }

  private async requireRoom(
    place: { repoId: number; buildId: number },
    size: number,
  ): Promise<void> {
    const own = await this.ownLimits.find(place.repoId);
    const limits = artifactLimitsOf(own, this.parts.limits);
    if (size > limits.fileBytes) {
      throw tooLarge(`It has ${formatSize(size)}, a file may have ${formatSize(limits.fileBytes)}`);
    }
    const { build, repo } = await this.totals.read(place);
    if (build + size > limits.buildBytes) {
      throw tooLarge(`The files of a build may have ${formatSize(limits.buildBytes)} together`);
    }
    if (repo + size > limits.repoBytes) {
      throw tooLarge(`The files of a repository may have ${formatSize(limits.repoBytes)} together`);
    }
  }

  private async record(
    id: number,
    noted: { stepId: number; path: string },
    content: { size: number; sha256: string },
  ): Promise<void> {
    await inTransaction(this.parts.db, async (trx) => {
      await takeTurn(trx, 'files', noted.stepId);
      const step = await new StageStore(trx).findStep(noted.stepId);
      if (!step || isFinished(step.status)) throw stepOver({ id: noted.stepId });
      await new ArtifactStore(trx).record(id, noted, content);
    });
  }

  /** Who looks at the build learns of it. */
  private async remove(
    target: { build: number } | { step: number },
    release: (artifacts: ArtifactStore) => Promise<boolean>,
  ): Promise<boolean> {
    const state = await this.parts.changeBuild.send(target, async (trx) =>
      (await release(new ArtifactStore(trx))) ? { kind: 'changeFiles' } : null,
    );
    this.totals.clear();
    return state !== null;
  }
}

function stepOver({ id }: Pick<Step, 'id'>): RunnerConflict {
  return new RunnerConflict(`Step ${id} is over`);
}

function tooLarge(message: string): AppError {
  return new AppError(413, message);
}
