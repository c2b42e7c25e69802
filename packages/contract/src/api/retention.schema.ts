import { z } from 'zod/mini';
import { maxRetention, retentionNames } from '../retention.ts';
import { defineDetails } from './endpoint.ts';

export const limits = z.record(z.enum(retentionNames), z.number());

export const retentionState = z.object({
  /** Limits set for the repository; null if the server's limit applies. */
  own: z.record(z.enum(retentionNames), z.nullable(z.number())),
  /** Limits of the server. */
  server: limits,
  /** Limits in effect. */
  limits,
  /** Number of successful deployments retained for each environment. */
  deployments: z.number(),
});

const wanted = (max: number) =>
  z.optional(
    z.nullable(
      z
        .number()
        .check(
          z.int('A retention limit is a whole number'),
          z.minimum(0, 'A retention limit is at least 0, which means no limit'),
          z.maximum(max, `This retention limit is at most ${max}; 0 means no limit`),
        ),
    ),
  );

const days = wanted(maxRetention.days);

const count = wanted(maxRetention.count);

/** Wanted limits. Null or absent means that the limit of the server applies. */
export const retentionBody = z.object({
  build_days: days,
  build_count: count,
  log_days: days,
  log_count: count,
  artifact_days: days,
  artifact_count: count,
  test_days: days,
  test_count: count,
});

const text = z.optional(
  z.string().check(z.regex(/^\d{1,9}$/, 'Invalid query: a retention limit is a whole number')),
);

/** Number of builds that lose data of one kind, and the bytes of this data. */
const loss = z.object({ builds: z.number(), bytes: z.number() });

export const retentionPreview = z.object({
  build: loss,
  log: loss,
  artifact: loss,
  test: loss,
  /** Number of builds that are retained because their data cannot be read; absent if there are none. */
  unreadable: z.optional(z.number()),
});

/** Number of the build before which a page continues. */
const before = z.optional(
  z.string().check(z.regex(/^\d{1,10}$/, 'Invalid query: a build number is a whole number')),
);
const nextPage = {
  link: 'The next page, with `rel="next"`; absent on the last page. A page ends after half a second: add the numbers of all pages',
};

export const getRetention = defineDetails({
  access: 'admin',
  forAuditors: true,
  summary: 'Get the retention limits of a repository',
  output: retentionState,
});

export const putRetention = defineDetails({
  access: 'admin',
  summary:
    'Set the retention limits of a repository, within those of the server unless the caller is a system admin',
  forPrograms: 'For scripts that set all limits. The form sends only what was changed',
  audit: { action: 'retention.update', fields: 'all' },
  body: retentionBody,
  output: retentionState,
});

export const patchRetention = defineDetails({
  access: 'admin',
  summary:
    'Change some of the retention limits of a repository; null restores the limit of the server',
  audit: { action: 'retention.update', fields: 'all' },
  nullRestores: true,
  body: retentionBody,
  output: retentionState,
});

export const previewRetention = defineDetails({
  access: 'admin',
  summary: 'Count what retention would delete with these limits, without deleting anything',
  query: z.object({
    build_days: text,
    build_count: text,
    log_days: text,
    log_count: text,
    artifact_days: text,
    artifact_count: text,
    test_days: text,
    test_count: text,
    before,
  }),
  output: retentionPreview,
  headers: nextPage,
});

export const previewServerRetention = defineDetails({
  access: 'system',
  summary: 'Count what retention would delete in each repository with the limits in effect',
  forPrograms: 'For scripts of system administrators',
  query: z.object({
    before,
    offset: z.optional(
      z.string().check(z.regex(/^\d{1,9}$/, 'Invalid query: an offset is a whole number')),
    ),
  }),
  output: z.array(z.object({ repo: z.string(), deleted: retentionPreview })),
  headers: nextPage,
});
