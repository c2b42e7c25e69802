import { type Build, getReplay, getReplayFiles, type Replay } from '@millrace/contract/api';
import type { Core } from '../../core.ts';
import { isOfFork } from '../../domain/is-of-fork.ts';
import { answerArchive } from '../../http/answer-archive.ts';
import type { ApiRoutes } from '../../http/api-routes.ts';
import type { Downloads } from '../../http/downloads.ts';
import type { Ports } from '../../ports.ts';
import { toRepoJson } from '../../repositories/repo-mapper.ts';
import { notFound } from '../../shared/errors.ts';
import { version } from '../../version.ts';

interface Deps extends Pick<Core, 'builds' | 'forge' | 'publicUrl'> {
  ports: Pick<
    Ports,
    'findBuild' | 'listOutputs' | 'findStepId' | 'openReplayFiles' | 'listCacheLookups'
  >;
  downloads: Downloads;
}

export function registerReplayRoutes(
  routes: ApiRoutes,
  { builds, forge, publicUrl, ports, downloads }: Deps,
): void {
  routes.repo(getReplay, async ({ repo, params }) => {
    const found = await builds.findByNumber(repo.id, params.build);
    const build = found && (await ports.findBuild(found.id));
    if (!build) throw notFound(`There is no build ${params.build}`);
    const { config, changedPaths } = await builds.findFile(build.id);
    if (config === '') throw notFound('The pipeline file of this build is not stored');
    const isFork = isOfFork(build.source_repo, repo.slug);
    const outputs = await listOutputs(ports, build);
    const stageIds = (build.stages ?? []).map(({ id }) => id);
    const lookups = await ports.listCacheLookups(repo.id, stageIds);
    const url = new URL(publicUrl());
    return {
      repository: { ...toRepoJson(repo, forge), trusted: repo.trusted && !isFork },
      build,
      config,
      ...(changedPaths ? { changed_paths: changedPaths } : {}),
      outputs,
      lookups,
      system: {
        proto: url.protocol.replace(':', ''),
        host: url.host,
        link: url.origin,
        version: version.version,
      },
    };
  });

  routes.repo(getReplayFiles, async ({ repo, params, ...call }) => {
    await downloads.begin(call);
    const stepId = await ports.findStepId({ repoId: repo.id, ...params });
    const found = stepId && (await ports.openReplayFiles(stepId));
    if (!found) throw notFound('No files are stored for this step');
    return answerArchive(found);
  });
}

async function listOutputs(
  ports: Pick<Ports, 'listOutputs'>,
  build: Build,
): Promise<Replay['outputs']> {
  const names = new Set(build.stages?.map(({ name }) => name));
  const lists = [...names].map(async (stage) => {
    const outputs = await ports.listOutputs(build, stage);
    return outputs.map(({ name, data, isMasked }) => ({
      stage,
      name,
      data: isMasked ? null : data,
    }));
  });
  return (await Promise.all(lists)).flat();
}
