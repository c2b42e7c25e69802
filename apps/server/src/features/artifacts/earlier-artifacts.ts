import { findAncestors } from '@millrace/build-host/caches/find-ancestors';
import type { Stage, Step } from '@millrace/build-rules';
import { readFilePlace, type Stage as StageJson } from '@millrace/contract/api';
import { badRequest, missing } from '@millrace/contract/api-errors';
import type { ArtifactPage, FileContent } from '@millrace/contract/runner';
import type { StageStore } from '../../builds/stage-store.ts';
import type { Database } from '../../db/database.ts';
import type { StepOfBuild } from '../../domain/step-of-build.ts';
import { LostObjectError, type ObjectStore } from '../../object-store/object-store.ts';
import { readVerified } from '../../object-store/read-object.ts';
import { type ListedFile, positionText, readFilePage } from './artifact-pages.ts';
import type { ArtifactService } from './artifact-service.ts';
import { type Artifact, ArtifactStore } from './artifact-store.ts';

interface Deps {
  db: Database;
  store: ObjectStore;
  stages: Pick<StageStore, 'listBeside' | 'listSteps' | 'findStep'>;
  artifacts: ArtifactService;
}

const pageSize = 1000;

/** Gives running steps the artifacts of the stages that their stage depends on, in the current attempt of the build. */
export class EarlierArtifacts {
  private readonly deps: Deps;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  /** Lists artifacts of stages with a name by step and path. */
  async list(
    step: Step,
    { stage, after }: { stage: string; after?: string | undefined },
  ): Promise<ArtifactPage> {
    const stages = await this.listStages(step);
    const named = stages.filter(({ name }) => name === stage);
    if (named.length === 0) throw badRequest(`This stage does not depend on "${stage}"`);
    const steps = await this.listSteps(named);
    const { artifacts, db } = this.deps;
    const deletedId = await new ArtifactStore(db).findDeleted(steps.map(({ id }) => id));
    const deleted = steps.find(({ id }) => id === deletedId);
    if (deleted) throw missing(`Artifacts of the step "${deleted.stepName}" were deleted`);
    const position = after === undefined ? undefined : readFilePlace(after);
    const query = { steps, after: position, limit: pageSize };
    const { files, next } = await readFilePage(artifacts, query);
    return { artifacts: files.map(toMessage), next: next && positionText(next) };
  }

  /** Lists the names of those of these stages of which artifacts were deleted. */
  async listDeleted(stages: readonly StageJson[]): Promise<string[]> {
    const artifacts = new ArtifactStore(this.deps.db);
    const names: string[] = [];
    for (const { name, steps = [] } of stages) {
      const deletedId = await artifacts.findDeleted(steps.map(({ id }) => id));
      if (deletedId !== undefined) names.push(name);
    }
    return names;
  }

  /** Opens an artifact of such a stage. */
  async load(step: Step, artifactId: number): Promise<FileContent> {
    const { db, stages } = this.deps;
    const artifact = await new ArtifactStore(db).findById(artifactId);
    if (!artifact) throw missing('The artifact was deleted');
    const owner = await stages.findStep(artifact.stepId);
    const isEarlier = (await this.listStages(step)).some(({ id }) => id === owner?.stageId);
    if (!isEarlier) throw missing('This stage does not depend on the stage of the artifact');
    return { size: artifact.size, read: () => this.read(artifact) };
  }

  private async *read(artifact: Artifact): AsyncGenerator<Uint8Array> {
    try {
      yield* readVerified(this.deps.store, artifact);
    } catch (error) {
      throw error instanceof LostObjectError
        ? missing('The object store has lost the artifact, or has other content')
        : error;
    }
  }

  /** Lists the stages that the stage of a step depends on. */
  private async listStages({ id, stageId }: Step): Promise<Stage[]> {
    const stages = await this.deps.stages.listBeside(stageId);
    const own = stages.find((stage) => stage.id === stageId);
    if (!own) throw missing(`The stage of step ${id} is not part of the current attempt`);
    const named = stages.map((stage) => ({ ...stage, depends_on: stage.dependsOn }));
    return findAncestors(named, own.name);
  }

  private async listSteps(stages: readonly Stage[]): Promise<StepOfBuild[]> {
    const steps = await this.deps.stages.listSteps(stages.map(({ id }) => id));
    return stages.flatMap((stage) =>
      steps
        .filter(({ stageId }) => stageId === stage.id)
        .map(({ id, number, name }) => ({
          id,
          stage: stage.number,
          step: number,
          stageName: stage.name,
          stepName: name,
        })),
    );
  }
}

function toMessage(file: ListedFile): ArtifactPage['artifacts'][number] {
  const { artifactId: id, path, size, sha256, executable, linkTarget } = file;
  return { id, path, size, sha256, isExecutable: executable === 1, linkTarget };
}
