import { posix } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import {
  type ArtifactLimits,
  artifactLimitsOf,
  type OwnArtifactLimits,
} from '@millrace/build-host/files/artifact-limits';
import { MeasuredContent } from '@millrace/build-host/files/measured-content';
import type { IncomingFile } from '@millrace/build-host/files/step-file';
import type { Step } from '@millrace/build-rules';
import { AppError, badRequest } from '@millrace/contract/api-errors';
import { formatSize } from '@millrace/contract/format-size';
import { type FileContent, RunnerConflict } from '@millrace/contract/runner';
import { findLinkProblem } from '@millrace/contract/step-files';
import { isFinished } from '@millrace/contract/vocabulary';
import type { Clock } from '@millrace/node-kit/clock';
import type { ChangeBuild } from '../../builds/change-build.ts';
import { StageStore } from '../../builds/stage-store.ts';
import type { Contributed } from '../../contributions.ts';
import type { Database } from '../../db/database.ts';
import { acquireLock } from '../../db/locks.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { OwnLimit } from '../../domain/retention.ts';
import { newObjectKey } from '../../object-store/due-object-store.ts';
import type { ObjectStore } from '../../object-store/object-store.ts';
import { readVerified } from '../../object-store/read-object.ts';
import { askAll } from '../../shared/ask.ts';
import { whileBusy } from '../../shared/while-busy.ts';
import { ArtifactLimitsStore } from './artifact-limits-store.ts';
import { type Artifact, ArtifactStore, type PendingFile } from './artifact-store.ts';
import { ArtifactTotals } from './artifact-totals.ts';

interface Deps {
  db: Database;
  store: ObjectStore;
  changeBuild: ChangeBuild;
  clock: Clock;
  /** Limits of the server, the upper bound for repositories. */
  limits: ArtifactLimits;
  contributed: Pick<Contributed, 'refuseStorage'>;
}

const maxTargetBytes = 4096;
/** Links that are followed one after the other. */
const maxLinks = 20;

const daySec = 86_400;
/** Artifacts deleted in one transaction after their time. */
const expiredAtOnce = 500;

/** Longer than any upload takes. A file that is not complete by then is deleted. */
const leaseSec = 30 * 60;

/** The store may still create the object of an interrupted upload for a moment, so it is deleted later. */
const lateSec = 60;

/** Stores, lists and deletes the artifacts of steps. */
export class ArtifactService {
  private readonly deps: Deps;
  private readonly artifacts: ArtifactStore;
  private readonly ownLimits: ArtifactLimitsStore;

  constructor(deps: Deps) {
    this.deps = deps;
    this.artifacts = new ArtifactStore(deps.db);
    this.ownLimits = new ArtifactLimitsStore(deps.db);
  }

  /** Stores a file, and replaces an artifact with the same path. An incomplete upload changes nothing. */
  async add(
    step: Step,
    file: IncomingFile & { linkTarget?: string },
    signal: AbortSignal,
  ): Promise<void> {
    const { contributed, store, clock } = this.deps;
    const owner = await this.artifacts.findBuildOfStep(step.id);
    if (!owner) throw stepFinished(step);
    await askAll(contributed.refuseStorage, owner.repoId);
    const limits = await this.findLimits(owner.repoId);
    const created = clock.nowSec();
    const { path, size, days } = file;
    const pending = {
      ...owner,
      stepId: step.id,
      path,
      key: newObjectKey('bin'),
      size,
      created,
      executable: file.isExecutable ? 1 : 0,
      linkTarget: file.linkTarget ?? null,
      expires: days ? created + days * daySec : null,
      due: created + leaseSec,
    };
    const id = await this.begin(pending, limits);
    try {
      const content = new MeasuredContent(file);
      await store.put(pending.key, content, signal);
      await whileBusy(() => this.record(id, pending, content.sha256), signal);
    } catch (error) {
      const due = clock.nowSec() + lateSec;
      await whileBusy(() => this.artifacts.discard(id, due));
      throw error;
    }
  }

  /** Stores a symbolic link, whose content is its target. */
  async addLink(step: Step, file: IncomingFile, signal: AbortSignal): Promise<void> {
    if (file.size > maxTargetBytes) throw tooLarge('The target of the link is too long');
    const linkTarget = await text(file.content);
    const problem = findLinkProblem(file.path, linkTarget);
    if (problem) throw badRequest(`It ${problem}`);
    const bytes = Buffer.from(linkTarget);
    const content = [bytes].values();
    await this.add(step, { ...file, content: Readable.from(content), linkTarget }, signal);
  }

  listOfStep(stepId: number, after: string | undefined, limit: number) {
    return this.artifacts.listOfStep(stepId, after, limit);
  }

  listBelow(stepId: number, folder: string, after: string, limit: number) {
    return this.artifacts.listBelow(stepId, folder, after, limit);
  }

  /** Returns undefined if the step was deleted. */
  async findRepoOfStep(stepId: number): Promise<number | undefined> {
    return (await this.artifacts.findBuildOfStep(stepId))?.repoId;
  }

  listOwners(stepIds: readonly number[]) {
    return this.artifacts.listOwners(stepIds);
  }

  count(stepIds: readonly number[]) {
    return this.artifacts.count(stepIds);
  }

  /** Sums the bytes of a repository's artifacts. */
  measure(repoId: number): Promise<number> {
    return this.artifacts.sum({ repoId });
  }

  find(stepId: number, path: string) {
    return this.artifacts.find(stepId, path);
  }

  /** Finds a file. Follows the links of the step to it. */
  async findFile(stepId: number, path: string): Promise<Artifact | undefined> {
    let found = await this.find(stepId, path);
    for (let links = 0; found?.linkTarget != null; links++) {
      if (links === maxLinks) return undefined;
      const target = posix.join(posix.dirname(found.path), found.linkTarget);
      found = await this.find(stepId, target.replace(/\/+$/, ''));
    }
    return found;
  }

  /** Opens a file, also one that is not listed. */
  async open(stepId: number, path: string): Promise<FileContent | undefined> {
    const found = await this.artifacts.findAny(stepId, path);
    if (!found) return undefined;
    return { size: found.size, read: () => readVerified(this.deps.store, found) };
  }

  /** Returns false if the artifact does not exist. */
  async delete(stepId: number, path: string): Promise<boolean> {
    return await this.remove({ step: stepId }, (artifacts) => artifacts.releaseOne(stepId, path));
  }

  async deleteOfBuild(buildId: number): Promise<boolean> {
    return await this.remove({ build: buildId }, (artifacts) => artifacts.releaseBuild(buildId));
  }

  async readLimits(repoId: number) {
    const own = await this.ownLimits.find(repoId);
    const { limits: server } = this.deps;
    const used = await this.artifacts.sum({ repoId });
    return { own, server, limits: artifactLimitsOf(own, server), used };
  }

  async setLimits(repoId: number, own: Omit<OwnArtifactLimits, 'isDaysBeyond'>): Promise<void> {
    const { days, isDaysBeyond } = await this.ownLimits.find(repoId);
    // A system admin allowed this value only.
    await this.ownLimits.put(repoId, { ...own, isDaysBeyond: isDaysBeyond && own.days === days });
  }

  /** Changes some limits. Null restores the server's default. */
  async changeLimits(
    repoId: number,
    changes: Partial<Omit<OwnArtifactLimits, 'isDaysBeyond'>>,
  ): Promise<void> {
    await this.setLimits(repoId, { ...(await this.ownLimits.find(repoId)), ...changes });
  }

  /** Deletes the artifacts whose time in the pipeline file is over. */
  async deleteExpired(): Promise<void> {
    const now = this.deps.clock.nowSec();
    for (let last = 0; ; ) {
      const build = await this.artifacts.findBuildWithExpired(now, last);
      if (build === undefined) return;
      while (
        await this.remove({ build }, (stored) => stored.releaseExpired(build, now, expiredAtOnce))
      );
      last = build;
    }
  }

  /** Deletes totals that have not been read recently. */
  async deleteOldTotals(): Promise<void> {
    await new ArtifactTotals(this.deps.db).deleteOld(this.deps.clock.nowSec());
  }

  async findDays(repoId: number): Promise<OwnLimit | undefined> {
    const { days, isDaysBeyond } = await this.ownLimits.find(repoId);
    return days === null ? undefined : { value: days, isBeyond: isDaysBeyond };
  }

  private async findLimits(repoId: number): Promise<ArtifactLimits> {
    return artifactLimitsOf(await this.ownLimits.find(repoId), this.deps.limits);
  }

  /**
   * Records the file as pending before its first byte is stored: after a crash no object is unknown to the
   * database, and concurrent uploads cannot exceed a limit together.
   */
  private async begin(file: PendingFile, limits: ArtifactLimits): Promise<number> {
    const { size } = file;
    if (size > limits.fileBytes) {
      throw tooLarge(
        `The file has ${formatSize(size)}, and the limit is ${formatSize(limits.fileBytes)}`,
      );
    }
    return inTransaction(this.deps.db, async (trx) => {
      const totals = new ArtifactTotals(trx);
      await totals.lock(file.repoId);
      const { build, repo } = await totals.read(file, file.created);
      if (build + size > limits.buildBytes) {
        throw tooLarge(`The files of a build may have ${formatSize(limits.buildBytes)} together`);
      }
      if (repo + size > limits.repoBytes) {
        throw tooLarge(
          `The files of a repository may have ${formatSize(limits.repoBytes)} together`,
        );
      }
      return new ArtifactStore(trx).begin(file);
    });
  }

  private async record(id: number, file: PendingFile, sha256: string): Promise<void> {
    await inTransaction(this.deps.db, async (trx) => {
      await acquireLock(trx, 'files', file.stepId);
      const step = await new StageStore(trx).findStep(file.stepId);
      if (!step || isFinished(step.status)) throw stepFinished({ id: file.stepId });
      await new ArtifactStore(trx).record(id, file, sha256);
    });
  }

  /** Deletes artifacts and notifies the viewers of their build. */
  private async remove(
    target: { build: number } | { step: number },
    release: (artifacts: ArtifactStore) => Promise<boolean>,
  ): Promise<boolean> {
    const state = await this.deps.changeBuild.send(target, async (trx) =>
      (await release(new ArtifactStore(trx))) ? { kind: 'changeFiles' } : null,
    );
    return state !== null;
  }
}

function stepFinished({ id }: Pick<Step, 'id'>): RunnerConflict {
  return new RunnerConflict(`Step ${id} is over`);
}

function tooLarge(message: string): AppError {
  return new AppError(413, message);
}
