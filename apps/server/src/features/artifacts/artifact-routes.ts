import {
  type Artifact as ArtifactJson,
  deleteArtifact,
  deleteArtifacts,
  getArtifact,
  getArtifactArchive,
  listArtifacts,
} from '@millrace/contract/api';
import { errorMessages } from '@millrace/contract/errors';
import { create } from 'content-disposition';
import type { BuildStore } from '../../builds/build-store.ts';
import type { FindStepId } from '../../builds/stage-store.ts';
import { type ApiRoutes, StreamedAnswer } from '../../http/api-routes.ts';
import { readAttempt } from '../../http/attempt.ts';
import type { Downloads } from '../../http/downloads.ts';
import type { ObjectStore } from '../../object-store/object-store.ts';
import { notFound } from '../../shared/errors.ts';
import { answerArtifact, typeOfFile } from './artifact-answer.ts';
import { archiveFiles } from './artifact-archive.ts';
import type { ArtifactService } from './artifact-service.ts';

/** A step by its numbers and names. */
interface NamedStep {
  id: number;
  stage: number;
  step: number;
  stageName: string;
  stepName: string;
}

interface Parts {
  artifacts: ArtifactService;
  artifactStore: ObjectStore;
  builds: BuildStore;
  findStepId: FindStepId;
  downloads: Downloads;
  /** Undefined where there is no build. */
  listSteps: (repoId: number, build: number, attempt?: number) => Promise<NamedStep[] | undefined>;
}

export function registerArtifactRoutes(routes: ApiRoutes, parts: Parts): void {
  const { artifacts, artifactStore, builds, findStepId, downloads } = parts;

  const requireSteps = async (repoId: number, build: number, attempt?: number) => {
    const steps = await parts.listSteps(repoId, build, attempt);
    if (!steps) throw notFound(errorMessages.noRows);
    return steps;
  };

  /** The files of these steps, in the order of the steps. */
  const listOf = async (steps: NamedStep[]) => {
    const found = await artifacts.list(steps.map(({ id }) => id));
    const byStep = Map.groupBy(found, ({ stepId }) => stepId);
    return steps.flatMap((step) =>
      (byStep.get(step.id) ?? []).map((artifact) => ({ ...artifact, ...step })),
    );
  };

  routes.repo(listArtifacts, async ({ repo, params, query }) => {
    const { attempt } = readAttempt(query);
    const found = await listOf(await requireSteps(repo.id, params.build, attempt));
    return found.map(
      ({ stage, step, path, size, sha256, created }): ArtifactJson => ({
        ...{ stage, step, path, size, sha256, type: typeOfFile(path), created },
      }),
    );
  });

  routes.repo(getArtifactArchive, async ({ repo, params, query, ...call }) => {
    await downloads.begin(call);
    const { attempt } = readAttempt(query);
    const steps = await requireSteps(repo.id, params.build, attempt);
    const wanted = steps.filter(
      ({ stage, step }) =>
        (query.stage ?? String(stage)) === String(stage) &&
        (query.step ?? String(step)) === String(step),
    );
    const isOneStep = query.stage !== undefined && query.step !== undefined;
    const files = (await listOf(wanted)).map((file) => ({
      ...file,
      name: isOneStep ? file.path : `${folderOf(file)}/${file.path}`,
    }));
    if (files.length === 0) throw notFound(errorMessages.noRows);
    const name = [repo.name, params.build, query.stage, query.step].filter(Boolean).join('-');
    return new StreamedAnswer(archiveFiles(artifactStore, files), {
      'content-type': 'application/gzip',
      'content-disposition': create(`${name}.tar.gz`),
    });
  });

  routes.repo(getArtifact, async ({ repo, params, query, ...call }) => {
    await downloads.begin(call);
    const stepId = await findStepId({ repoId: repo.id, ...params, ...readAttempt(query) });
    const artifact = stepId && (await artifacts.find(stepId, params['*']));
    if (!artifact) throw notFound(errorMessages.noRows);
    return await answerArtifact(
      artifactStore,
      artifact,
      call.request.headers,
      query.inline !== undefined,
    );
  });

  routes.repo(deleteArtifact, async ({ repo, params, query }) => {
    const stepId = await findStepId({ repoId: repo.id, ...params, ...readAttempt(query) });
    const isDeleted = stepId && (await artifacts.delete(stepId, params['*']));
    if (!isDeleted) throw notFound(errorMessages.noRows);
    return undefined;
  });

  routes.repo(deleteArtifacts, async ({ repo, params }) => {
    const build = await builds.findByNumber(repo.id, params.build);
    if (!build) throw notFound(errorMessages.noRows);
    await artifacts.deleteOfBuild(build.id);
    return undefined;
  });
}

/** Where the files of a step are in an archive: its names may hold anything. */
function folderOf({ stage, stageName, step, stepName }: NamedStep): string {
  const plain = (name: string) => name.replaceAll(/[^\p{L}\p{N}_.-]+/gu, '-');
  return `${stage}-${plain(stageName)}/${step}-${plain(stepName)}`;
}
