import { z } from 'zod/mini';
import { attemptQuery } from './builds.ts';
import { defineEndpoint } from './endpoint.ts';

const repoPath = '/api/repos/:namespace/:name';
const path = `${repoPath}/builds/:build/artifacts` as const;

/** A file that a step left, by the numbers of its stage and step. */
export const artifact = z.object({
  stage: z.number(),
  step: z.number(),
  path: z.string(),
  /** In bytes. */
  size: z.number(),
  /** In hexadecimal. */
  sha256: z.string(),
  /** What its name says that it is. */
  type: z.string(),
  created: z.number(),
});
export type Artifact = z.infer<typeof artifact>;

/** Files on one page of a list, at most and unless `per_page` asks for fewer. */
export const maxArtifactPage = 5000;

const filePlace = /^([1-9]\d{0,8})\/([1-9]\d{0,8})\/(.+)$/s;

/** Reads `stage/step/path`, which names a file of a build. */
export function readFilePlace(
  text: string,
): { stage: number; step: number; path: string } | undefined {
  const [, stage, step, path] = filePlace.exec(text) ?? [];
  return path ? { stage: Number(stage), step: Number(step), path } : undefined;
}

const place = z.optional(
  z.string().check(z.regex(filePlace, 'Invalid query: a file is named by stage/step/path')),
);
const maxSearchLength = 250;

export const listArtifacts = defineEndpoint({
  method: 'GET',
  path,
  access: 'read',
  summary: `The files that the steps of a build left, by stage, step and path, ${maxArtifactPage} at most; \`search\` for those with all these words in their path`,
  query: z.extend(attemptQuery, {
    per_page: z.optional(z.string()),
    after: place,
    file: place,
    search: z.optional(
      z.string().check(z.maxLength(maxSearchLength, `A search has ${maxSearchLength} characters`)),
    ),
  }),
  output: z.array(artifact),
  headers: {
    link: 'The next page, with `rel="next"`; the last page has none, while others may have fewer files than asked for',
    'x-total-count': 'The number of all files, on the first page',
  },
});

/** Whole numbers in a query are texts. */
const number = z.optional(
  z.string().check(z.regex(/^[1-9]\d{0,8}$/, 'Invalid query: stage and step are numbers')),
);

export const getArtifactArchive = defineEndpoint({
  method: 'GET',
  path: `${path}/archive`,
  access: 'read',
  summary: 'All files of a build, or of one step, as a tar.gz',
  query: z.extend(attemptQuery, { stage: number, step: number }),
  output: z.string(),
  contentType: 'application/gzip',
});

/**
 * A file as it is, or with `range` a part of it. It comes as an attachment; with `inline` texts, pages and
 * pictures may be shown, as what has no rights on this server.
 */
export const getArtifact = defineEndpoint({
  method: 'GET',
  path: `${path}/:stage/:step/*`,
  access: 'read',
  summary: 'A file that a step left; `inline=true` to show it rather than keep it',
  query: z.extend(attemptQuery, { inline: z.optional(z.literal('true')) }),
  output: z.string(),
  contentType: 'application/octet-stream',
  headers: { etag: 'The SHA-256 of the file' },
});

export const deleteArtifact = defineEndpoint({
  method: 'DELETE',
  path: `${path}/:stage/:step/*`,
  access: 'admin',
  summary: 'Delete a file that a step left',
  query: attemptQuery,
});

export const deleteArtifacts = defineEndpoint({
  method: 'DELETE',
  path,
  access: 'admin',
  summary: 'Delete all files that the steps of a build left, in all its attempts',
});

const whole = z.number().check(z.int(), z.minimum(0));

/** In bytes and days; 0 days are for ever. */
export const artifactLimits = z.object({
  days: whole,
  file_bytes: whole,
  build_bytes: whole,
  repo_bytes: whole,
});
export type ArtifactLimits = z.infer<typeof artifactLimits>;

/** A hundred years, as for the whole server. */
const mostDays = 36_500;
const wantedDays = whole.check(
  z.maximum(mostDays, `Files are kept for at most ${mostDays} days; 0 is for ever`),
);

const limitsPath = `${repoPath}/artifact-limits` as const;

const limitsState = z.object({
  /** What the repository asks for; null where it asks for nothing. */
  own: z.record(z.enum(['days', 'file_bytes', 'build_bytes', 'repo_bytes']), z.nullable(whole)),
  /** What the server grants at most. */
  server: artifactLimits,
  /** What holds. */
  limits: artifactLimits,
  /** What is kept of the repository, in bytes. */
  used: z.number(),
});
export type ArtifactLimitsState = z.infer<typeof limitsState>;

export const getArtifactLimits = defineEndpoint({
  method: 'GET',
  path: limitsPath,
  access: 'admin',
  summary: 'How much of what steps leave is kept, and for how long',
  output: limitsState,
});

export const putArtifactLimits = defineEndpoint({
  method: 'PUT',
  path: limitsPath,
  access: 'admin',
  summary: 'Keep less of a repository than the server would; null, or nothing, for as much',
  body: z.partial(
    z.object({
      days: z.nullable(wantedDays),
      file_bytes: z.nullable(whole),
      build_bytes: z.nullable(whole),
      repo_bytes: z.nullable(whole),
    }),
  ),
  output: limitsState,
});
