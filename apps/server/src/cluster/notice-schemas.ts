import { terminalInput } from '@millrace/contract/schemas';
import { statuses } from '@millrace/contract/vocabulary';
import { z } from 'zod/mini';
import type { ChangeNotice } from '../builds/build-changes-store.ts';
import type { BuildChanged, Topics } from '../shared/bus.ts';

/** Envelope of a notice. */
export const notice = z.object({
  /** Sender, which ignores its own notice; absent if all servers must handle it. */
  from: z.optional(z.string()),
  topic: z.string(),
  message: z.unknown(),
});

const missedChange = z.object({
  id: z.number(),
  repoId: z.number(),
  buildId: z.number(),
}) satisfies z.ZodMiniType<ChangeNotice>;

const buildChanged = z.extend(missedChange, {
  version: z.number(),
  status: z.enum(statuses),
  endedSteps: z.array(z.number()),
  freesQueue: z.boolean(),
}) satisfies z.ZodMiniType<BuildChanged>;

/** A change as a whole, or by its ids alone if it is too long for a notice. */
export const buildNotice = z.union([buildChanged, missedChange]);

/** Steps whose logs have grown. */
export const grownSteps = z.array(z.number());

/** Events that are sent to other servers unchanged. */
export type SentTopic =
  | 'buildDeleted'
  | 'logRewritten'
  | 'accessChanged'
  | 'queueChanged'
  | 'runnerStopped'
  | 'runnerRevoked'
  | 'cronsChanged'
  | 'jobAdded'
  | 'terminalOrdered'
  | 'terminalInput'
  | 'terminalReceived'
  | 'terminalGrown'
  | 'terminalEnded';

export const sentEvents: { [Topic in SentTopic]: z.ZodMiniType<Topics[Topic]> } = {
  buildDeleted: z.object({ buildId: z.number() }),
  logRewritten: z.object({ stepId: z.number() }),
  accessChanged: z.object({ userId: z.optional(z.number()), repoId: z.optional(z.number()) }),
  queueChanged: z.object({}),
  runnerStopped: z.object({ runner: z.string() }),
  runnerRevoked: z.object({ credentialId: z.number() }),
  cronsChanged: z.object({}),
  jobAdded: z.object({}),
  terminalOrdered: z.object({ keptId: z.number() }),
  terminalInput: z.object({ keptId: z.number(), terminalId: z.number(), input: terminalInput }),
  terminalReceived: z.object({ terminalId: z.number(), number: z.number() }),
  terminalGrown: z.object({
    terminalId: z.number(),
    output: z.optional(z.object({ position: z.number(), data: z.string() })),
  }),
  terminalEnded: z.object({ terminalId: z.number() }),
};

export function isSentTopic(topic: string): topic is SentTopic {
  return Object.hasOwn(sentEvents, topic);
}
