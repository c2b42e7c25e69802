import type { RunnerCaller } from '@millrace/build-host/runner-calls/runner-call';
import type { StageFilter } from '@millrace/contract/runner';
import { parseJson } from '@millrace/node-kit/parse-json';
import { z } from 'zod/mini';

/** A runner that recently requested work. */
export interface SeenRunner {
  caller: RunnerCaller;
  filter: StageFilter;
  name: string;
  openRequests: number;
  lastRequestSec: number;
}

const text = z.optional(z.string());

/** A runner as another server stored it. */
const seenRunner = z.object({
  caller: z.object({ runner: z.string(), address: z.string() }),
  filter: z.object({
    kind: z.string(),
    type: z.string(),
    os: text,
    arch: text,
    variant: text,
    kernel: text,
    labels: z.optional(z.record(z.string(), z.string())),
    machine: text,
    capacity: z.optional(z.number()),
    steps: text,
    version: text,
  }),
  name: z.string(),
  openRequests: z.number(),
  lastRequestSec: z.number(),
}) satisfies z.ZodMiniType<SeenRunner>;

/** Reads the runners of another server, without those that a newer version describes in another way. */
export function readSeenRunners(json: string): SeenRunner[] {
  const stored = parseJson(z.array(z.unknown()), json) ?? [];
  return stored.flatMap((runner) => seenRunner.safeParse(runner).data ?? []);
}
