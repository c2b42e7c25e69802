import type { ArtifactLimits } from '@millrace/build-host/files/artifact-limits';
import {
  type ArtifactLimits as ArtifactLimitsJson,
  type ArtifactLimitsState,
  getArtifactLimits,
  patchArtifactLimits,
  putArtifactLimits,
} from '@millrace/contract/api';
import type { ApiRoutes } from '../../http/api-routes.ts';
import type { ArtifactService } from './artifact-service.ts';

export function registerArtifactLimitsRoutes(routes: ApiRoutes, artifacts: ArtifactService): void {
  const read = async (repoId: number): Promise<ArtifactLimitsState> => {
    const { own, server, limits, used } = await artifacts.readLimits(repoId);
    return { own: toJson(own), server: toJson(server), limits: toJson(limits), used };
  };

  routes.repo(getArtifactLimits, ({ repo }) => read(repo.id));

  routes.repo(putArtifactLimits, async ({ repo, body }) => {
    await artifacts.setLimits(repo.id, {
      days: body.days ?? null,
      fileBytes: body.file_bytes ?? null,
      buildBytes: body.build_bytes ?? null,
      repoBytes: body.repo_bytes ?? null,
    });
    return await read(repo.id);
  });

  routes.repo(patchArtifactLimits, async ({ repo, body }) => {
    await artifacts.changeLimits(repo.id, {
      ...(body.days === undefined ? {} : { days: body.days }),
      ...(body.file_bytes === undefined ? {} : { fileBytes: body.file_bytes }),
      ...(body.build_bytes === undefined ? {} : { buildBytes: body.build_bytes }),
      ...(body.repo_bytes === undefined ? {} : { repoBytes: body.repo_bytes }),
    });
    return await read(repo.id);
  });
}

type Limits<Value> = { [Name in keyof ArtifactLimits]: Value };

function toJson<Value>({ days, fileBytes, buildBytes, repoBytes }: Limits<Value>): {
  [Name in keyof ArtifactLimitsJson]: Value;
} {
  return { days, file_bytes: fileBytes, build_bytes: buildBytes, repo_bytes: repoBytes };
}
