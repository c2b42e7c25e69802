import type { z } from 'zod/mini';
import type * as schema from './artifacts.schema.ts';
import { defineCall } from './endpoint.ts';

const repoPath = '/api/repos/:namespace/:name';

const path = `${repoPath}/builds/:build/artifacts` as const;

export type Artifact = z.infer<typeof schema.artifact>;

/** Maximum page size, also the default. */
export const maxArtifactPage = 5000;

export const filePlace = /^([1-9]\d{0,8})\/([1-9]\d{0,8})\/(.+)$/s;

/** Reads `stage/step/path`, which identifies an artifact of a build. */
export function readFilePlace(
  text: string,
): { stage: number; step: number; path: string } | undefined {
  const [, stage, step, path] = filePlace.exec(text) ?? [];
  return path ? { stage: Number(stage), step: Number(step), path } : undefined;
}

export const listArtifacts = defineCall<typeof schema.listArtifacts>()('GET', path);

export const getArtifactArchive = defineCall<typeof schema.getArtifactArchive>()(
  'GET',
  `${path}/archive`,
);

/**
 * Downloads an artifact, or the byte range in `range`. The response is an attachment. With `inline`, text,
 * pages and images may be displayed, in a sandbox without rights on this server.
 */
export const getArtifact = defineCall<typeof schema.getArtifact>()('GET', `${path}/:stage/:step/*`);

/**
 * Redirects to a temporary address below which the artifacts of a step are served as pages with their scripts, in an
 * opaque origin. `path` is that of a page or a folder.
 */
export const openReport = defineCall<typeof schema.openReport>()(
  'GET',
  `${repoPath}/builds/:build/reports/:stage/:step`,
);

export const deleteArtifact = defineCall<typeof schema.deleteArtifact>()(
  'DELETE',
  `${path}/:stage/:step/*`,
);

export const deleteArtifacts = defineCall<typeof schema.deleteArtifacts>()('DELETE', path);

export type ArtifactLimits = z.infer<typeof schema.artifactLimits>;

const limitsPath = `${repoPath}/artifact-limits` as const;

export type ArtifactLimitsState = z.infer<typeof schema.limitsState>;

export const getArtifactLimits = defineCall<typeof schema.getArtifactLimits>()('GET', limitsPath);

export type ArtifactLimitsChange = z.infer<typeof schema.artifactLimitsChange>;

export const putArtifactLimits = defineCall<typeof schema.putArtifactLimits>()('PUT', limitsPath);

export const patchArtifactLimits = defineCall<typeof schema.patchArtifactLimits>()(
  'PATCH',
  limitsPath,
);
