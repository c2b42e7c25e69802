import {
  type Artifact as ArtifactJson,
  deleteArtifact,
  deleteArtifacts,
  getArtifact,
  getArtifactArchive,
  listArtifacts,
  maxArtifactPage,
  readFilePlace,
} from '@millrace/contract/api';
import { missing } from '@millrace/contract/api-errors';
import { create } from 'content-disposition';
import type { BuildStore } from '../../builds/build-store.ts';
import type { BuildReadModel } from '../../builds/read/build-read-model.ts';
import type { StageStore } from '../../builds/stage-store.ts';
import type { StepOfBuild } from '../../domain/step-of-build.ts';
import { type ApiRoutes, JsonText, StreamedAnswer } from '../../http/api-routes.ts';
import { readAttempt } from '../../http/attempt.ts';
import type { Downloads } from '../../http/downloads.ts';
import { linkToNext, readPage } from '../../http/page.ts';
import type { ObjectStore } from '../../object-store/object-store.ts';
import { answerArtifact, typeOfFile } from './artifact-answer.ts';
import { archiveFiles } from './artifact-archive.ts';
import { type ListedFile, positionText, readAllFiles, readFilePage } from './artifact-pages.ts';
import type { ArtifactService } from './artifact-service.ts';

interface Deps {
  artifacts: ArtifactService;
  artifactStore: ObjectStore;
  builds: BuildStore;
  downloads: Downloads;
  buildReadModel: Pick<BuildReadModel, 'listSteps'>;
  stages: Pick<StageStore, 'findStepId'>;
}

export function registerArtifactRoutes(routes: ApiRoutes, deps: Deps): void {
  const { artifacts, builds, buildReadModel, stages } = deps;

  routes.repo(listArtifacts, async ({ repo, params, query }) => {
    const steps = await requireSteps(
      buildReadModel,
      repo.id,
      params.build,
      readAttempt(query).attempt,
    );
    if (query.file !== undefined) return await listOne(artifacts, steps, query.file);
    const after = query.after === undefined ? undefined : readFilePlace(query.after);
    const { limit } = readPage(query, maxArtifactPage, maxArtifactPage);
    const matches = query.search ? hasWords(query.search) : undefined;
    const { files, next } = await readFilePage(artifacts, { steps, after, limit, matches });
    return new JsonText(JSON.stringify(files.map(toJson)), {
      ...(next ? { link: linkToNext({ ...query, after: positionText(next) }) } : {}),
      ...(after ? {} : { 'x-total-count': String(await countFiles(artifacts, steps)) }),
    });
  });

  routes.repo(deleteArtifact, async ({ repo, params, query }) => {
    const stepId = await stages.findStepId({ repoId: repo.id, ...params, ...readAttempt(query) });
    const isDeleted = stepId && (await artifacts.delete(stepId, params['*']));
    if (!isDeleted) throw missing();
    return undefined;
  });

  routes.repo(deleteArtifacts, async ({ repo, params }) => {
    const build = await builds.findByNumber(repo.id, params.build);
    if (!build) throw missing();
    await artifacts.deleteOfBuild(build.id);
    return undefined;
  });

  registerDownloads(routes, deps);
}

function registerDownloads(routes: ApiRoutes, deps: Deps): void {
  const { artifacts, artifactStore, buildReadModel, downloads, stages } = deps;

  routes.repo(getArtifactArchive, async ({ repo, params, query, ...call }) => {
    await downloads.begin(call);
    const { attempt } = readAttempt(query);
    const steps = await requireSteps(buildReadModel, repo.id, params.build, attempt);
    const requested = steps.filter(
      ({ stage, step }) =>
        (query.stage ?? String(stage)) === String(stage) &&
        (query.step ?? String(step)) === String(step),
    );
    if ((await artifacts.listOwners(requested.map(({ id }) => id))).size === 0) {
      throw missing();
    }
    const isOneStep = query.stage !== undefined && query.step !== undefined;
    const files = nameFiles(readAllFiles(artifacts, requested), isOneStep);
    const name = [repo.name, params.build, query.stage, query.step].filter(Boolean).join('-');
    return new StreamedAnswer(archiveFiles(artifactStore, files), {
      'content-type': 'application/gzip',
      'content-disposition': create(`${name}.tar.gz`),
    });
  });

  routes.repo(getArtifact, async ({ repo, params, query, ...call }) => {
    await downloads.begin(call);
    const stepId = await stages.findStepId({ repoId: repo.id, ...params, ...readAttempt(query) });
    const artifact = stepId && (await artifacts.findFile(stepId, params['*']));
    if (!artifact) throw missing();
    return await answerArtifact(
      artifactStore,
      artifact,
      call.request.headers,
      query.inline !== undefined,
    );
  });
}

async function requireSteps(
  buildReadModel: Pick<BuildReadModel, 'listSteps'>,
  repoId: number,
  build: number,
  attempt?: number,
): Promise<StepOfBuild[]> {
  const steps = await buildReadModel.listSteps(repoId, build, attempt);
  if (!steps) throw missing();
  return steps;
}

async function listOne(
  artifacts: ArtifactService,
  steps: readonly StepOfBuild[],
  key: string,
): Promise<ArtifactJson[]> {
  const position = readFilePlace(key);
  const owner = steps.find(
    ({ stage, step }) => stage === position?.stage && step === position.step,
  );
  const found = owner && position && (await artifacts.find(owner.id, position.path));
  return found ? [toJson({ ...found, ...owner })] : [];
}

function countFiles(artifacts: ArtifactService, steps: readonly StepOfBuild[]): Promise<number> {
  return artifacts.count(steps.map(({ id }) => id));
}

function hasWords(search: string): (path: string) => boolean {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return (path) => words.every((word) => path.toLowerCase().includes(word));
}

function toJson({ stage, step, path, size, sha256, created, ...file }: ListedFile): ArtifactJson {
  return {
    stage,
    step,
    path,
    size,
    sha256,
    type: typeOfFile(path),
    created,
    ...(file.executable ? { executable: true } : {}),
    ...(file.linkTarget === null ? {} : { link: file.linkTarget }),
  };
}

async function* nameFiles(files: AsyncIterable<ListedFile>, isOneStep: boolean) {
  for await (const file of files) {
    yield { ...file, name: isOneStep ? file.path : `${folderOf(file)}/${file.path}` };
  }
}

/** Returns the folder of a step in an archive. Step names may contain any character. */
function folderOf({ stage, stageName, step, stepName }: StepOfBuild): string {
  const plain = (name: string) => name.replaceAll(/[^\p{L}\p{N}_.-]+/gu, '-');
  return `${stage}-${plain(stageName)}/${step}-${plain(stepName)}`;
}
