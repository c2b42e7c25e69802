import * as z from 'zod/mini';

/** The parts of a Pod that the runner reads. */
const text = z._default(z.string(), '');

const containerStatus = z.object({
  name: z.string(),
  imageID: text,
  state: z.optional(
    z.object({
      waiting: z.optional(z.object({ reason: text, message: text })),
      running: z.optional(z.object({})),
      terminated: z.optional(z.object({ reason: text, message: text, exitCode: z.number() })),
    }),
  ),
});

export const podSchema = z.object({
  metadata: z.object({
    name: z.string(),
    uid: text,
    resourceVersion: text,
    labels: z._default(z.record(z.string(), z.string()), {}),
    deletionTimestamp: z.optional(z.string()),
  }),
  spec: z.object({
    nodeName: text,
    hostUsers: z.optional(z.boolean()),
    containers: z.array(
      z.object({
        name: z.string(),
        resources: z.optional(
          z.object({ limits: z.optional(z.object({ memory: z.optional(z.string()) })) }),
        ),
      }),
    ),
  }),
  status: z.optional(
    z.object({
      phase: text,
      reason: text,
      message: text,
      conditions: z.optional(
        z.array(z.object({ type: z.string(), status: z.string(), reason: text, message: text })),
      ),
      initContainerStatuses: z.optional(z.array(containerStatus)),
      containerStatuses: z.optional(z.array(containerStatus)),
    }),
  ),
});

export type Pod = z.infer<typeof podSchema>;

export const podListSchema = z.object({
  metadata: z.object({ resourceVersion: z.string() }),
  items: z.array(podSchema),
});
