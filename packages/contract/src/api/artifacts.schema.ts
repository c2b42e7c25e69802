import { z } from 'zod/mini';
import { filePlace, maxArtifactPage } from './artifacts.ts';
import { attemptQuery } from './builds.schema.ts';
import { defineDetails } from './endpoint.ts';

/** An artifact: a file collected from a step, identified by the numbers of its stage and step. */
export const artifact = z.object({
  stage: z.number(),
  step: z.number(),
  path: z.string(),
  /** Bytes. */
  size: z.number(),
  /** Hexadecimal. */
  sha256: z.string(),
  /** Guessed from the file name. */
  type: z.string(),
  created: z.number(),
  /** Whether the step may execute it. */
  executable: z.optional(z.literal(true)),
  /** Target of a symbolic link, relative to its folder. */
  link: z.optional(z.string()),
});

const place = z.optional(
  z.string().check(z.regex(filePlace, 'Invalid query: expected stage/step/path')),
);

const maxSearchLength = 250;

export const listArtifacts = defineDetails({
  access: 'read',
  summary: `List the artifacts of a build by stage, step and path (at most ${maxArtifactPage}); \`search\` filters by words in the path`,
  query: z.extend(attemptQuery, {
    per_page: z.optional(z.string()),
    after: place,
    file: place,
    search: z.optional(
      z
        .string()
        .check(z.maxLength(maxSearchLength, `A search has at most ${maxSearchLength} characters`)),
    ),
  }),
  output: z.array(artifact),
  headers: {
    link: 'The next page, with `rel="next"`; absent on the last page. Other pages may be shorter than requested',
    'x-total-count': 'Total number of artifacts, on the first page',
  },
});

/** Query values arrive as text. */
const number = z.optional(
  z.string().check(z.regex(/^[1-9]\d{0,8}$/, 'Invalid query: stage and step are numbers')),
);

export const getArtifactArchive = defineDetails({
  access: 'read',
  summary: 'Download all artifacts of a build or of one step as a tar.gz archive',
  query: z.extend(attemptQuery, { stage: number, step: number }),
  output: z.string(),
  contentType: 'application/gzip',
});

export const getArtifact = defineDetails({
  access: 'read',
  summary: 'Download an artifact; `inline=true` displays it in the browser',
  query: z.extend(attemptQuery, { inline: z.optional(z.literal('true')) }),
  output: z.string(),
  contentType: 'application/octet-stream',
  headers: { etag: 'SHA-256 of the file' },
});

export const openReport = defineDetails({
  access: 'read',
  summary: 'Open an HTML report among the artifacts of a step: redirects to a temporary address',
  query: z.extend(attemptQuery, { path: z.optional(z.string()) }),
  output: z.string(),
  contentType: 'text/html',
  headers: { location: 'Temporary address of the page or folder, which needs no credentials' },
});

export const deleteArtifact = defineDetails({
  access: 'admin',
  summary: 'Delete an artifact',
  audit: { action: 'artifact.delete', fields: ['attempt'] },
  query: attemptQuery,
});

export const deleteArtifacts = defineDetails({
  access: 'admin',
  summary: 'Delete all artifacts of a build, in all its attempts',
  audit: { action: 'artifact.delete_all' },
});

const integer = z.number().check(z.int(), z.minimum(0));

/** Bytes and days; 0 days means no expiry. */
export const artifactLimits = z.object({
  days: integer,
  file_bytes: integer,
  build_bytes: integer,
  repo_bytes: integer,
});

/** A hundred years, the same limit as for the integer server. */
const maxDays = 36_500;

const wantedDays = integer.check(
  z.maximum(maxDays, `Artifacts can be retained for at most ${maxDays} days; 0 means no expiry`),
);

export const limitsState = z.object({
  /** Quota requested for the repository; null if none is. */
  own: z.record(z.enum(['days', 'file_bytes', 'build_bytes', 'repo_bytes']), z.nullable(integer)),
  /** Upper limit set by the server. */
  server: artifactLimits,
  /** Quota in effect. */
  limits: artifactLimits,
  /** Bytes stored for the repository. */
  used: z.number(),
});

export const getArtifactLimits = defineDetails({
  access: 'admin',
  forAuditors: true,
  summary: 'Get the artifact quota and retention of a repository',
  output: limitsState,
});

export const artifactLimitsChange = z.partial(
  z.object({
    days: z.nullable(wantedDays),
    file_bytes: z.nullable(integer),
    build_bytes: z.nullable(integer),
    repo_bytes: z.nullable(integer),
  }),
);

export const putArtifactLimits = defineDetails({
  access: 'admin',
  summary:
    'Lower the artifact quota and retention of a repository; null or absent restores the server default',
  forPrograms: 'For scripts that set all limits. The form sends only what was changed',
  audit: { action: 'artifact_limits.update', fields: 'all' },
  body: artifactLimitsChange,
  output: limitsState,
});

export const patchArtifactLimits = defineDetails({
  access: 'admin',
  summary: 'Change some of the artifact limits of a repository; null restores the server default',
  audit: { action: 'artifact_limits.update', fields: 'all' },
  nullRestores: true,
  body: artifactLimitsChange,
  output: limitsState,
});
