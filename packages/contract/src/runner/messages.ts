import { z } from 'zod/mini';
import { build, stage } from '../api/build.schema.ts';
import type { line } from '../api/logs.schema.ts';
import { repo } from '../api/repos.schema.ts';
import { statuses } from '../vocabulary.ts';
import { outputInputs } from './output-messages.ts';
import { replayInputs } from './replay-messages.ts';
import { terminalInputs } from './terminal-messages.ts';

/**
 * Bodies of `/rpc/v2`. Third-party runners omit empty fields, write `null` for empty lists and send unknown
 * fields, so only essential fields are required.
 */
const mayBeMissing = <S extends z.ZodMiniType>(schema: S) =>
  z.pipe(
    z.optional(z.nullable(schema)),
    z.transform((value) => value ?? undefined),
  );

const text = mayBeMissing(z.string());
/** Integers that a database can store. */
const integer = z.int();
const number = mayBeMissing(integer);
const flag = mayBeMissing(z.boolean());
const names = mayBeMissing(z.array(z.string()));
const labels = mayBeMissing(z.record(z.string(), z.string()));

/** Empty if sent by a third-party runner. */
export const pingMessage = mayBeMissing(z.object({ machine: text }));

export const filterMessage = z.object({
  kind: z.pipe(
    text,
    z.transform((kind) => kind || 'pipeline'),
  ),
  type: z.pipe(
    text,
    z.transform((type) => type || 'docker'),
  ),
  os: text,
  arch: text,
  variant: text,
  kernel: text,
  labels,
  machine: text,
  capacity: number,
  steps: text,
  version: text,
});

export const stepMessage = z.object({
  number: integer,
  name: z.string(),
  status: z.enum(statuses),
  error: text,
  errignore: flag,
  exit_code: number,
  started: number,
  stopped: number,
  duration_ms: number,
  version: number,
  depends_on: names,
  image: text,
  image_digest: text,
  detached: flag,
  schema: text,
});

const steps = z
  .array(stepMessage)
  .check(
    z.refine(
      (all) => new Set(all.map((step) => step.number)).size === all.length,
      'Two steps have the same number',
    ),
  );

export type StepMessage = z.output<typeof stepMessage>;

export const stageMessage = z.object({
  status: z.enum(statuses),
  machine: text,
  error: text,
  exit_code: number,
  started: number,
  stopped: number,
  version: number,
  failure_cause: text,
  cleans_up: flag,
  /** About the stage, for the page of the build. */
  warnings: mayBeMissing(z.array(z.string())),
  host: mayBeMissing(z.object({ kernel: z.string(), cpu: z.string() })),
  steps: mayBeMissing(steps),
});

export type StageMessage = z.output<typeof stageMessage>;

export const linesMessage = z.pipe(
  z.nullable(
    z.array(
      z.object({
        pos: integer,
        out: z.string(),
        time: z.pipe(
          mayBeMissing(z.number()),
          z.transform((time) => time ?? 0),
        ),
      }),
    ),
  ),
  z.transform((lines): z.infer<typeof line>[] => lines ?? []),
);

/** The file is encoded as base64. Field names are those of existing runners. */
export const detailsMessage = z.object({
  repository: z.extend(repo, {
    secret: z.optional(z.string()),
    // Original servers before 2.1 send neither.
    auto_cancel_running: z._default(z.boolean(), false),
    archived: z._default(z.boolean(), false),
  }),
  build,
  stage,
  config: z.object({ Data: z.string(), Hash: z.optional(z.nullable(z.string())) }),
  secrets: mayBeMissing(
    z.array(
      z.object({
        name: z.string(),
        data: z.string(),
        pull_request: z.optional(z.boolean()),
        isForImages: z.optional(z.boolean()),
      }),
    ),
  ),
  withheldSecrets: z.optional(
    z.array(z.object({ name: z.string(), limit: z.enum(['event', 'branch']) })),
  ),
  variables: z.optional(
    z.array(z.object({ name: z.string(), data: z.string(), isMasked: z.boolean() })),
  ),
  ...outputInputs.shape,
  registries: z.optional(
    z.array(z.object({ address: z.string(), username: z.string(), password: z.string() })),
  ),
  changedPaths: z.optional(z.array(z.string())),
  ...replayInputs.shape,
  ...terminalInputs.shape,
  cloneSource: z.optional(z.object({ url: z.string(), ref: z.string() })),
  system: z.object({
    proto: z.string(),
    host: z.string(),
    link: z.string(),
    version: z.string(),
  }),
  netrc: z.nullable(z.object({ machine: z.string(), login: z.string(), password: z.string() })),
  pushes: z.optional(
    z.array(z.object({ step: z.string(), login: z.string(), password: z.string() })),
  ),
  pushRefusal: z.optional(z.string()),
});
export type DetailsMessage = z.output<typeof detailsMessage>;
