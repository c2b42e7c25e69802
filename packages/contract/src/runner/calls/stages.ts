import { z } from 'zod/mini';
import { stage, step } from '../../api/build.schema.ts';
import { defineRunnerCall, noContent, rpcPath } from '../define-call.ts';
import { detailsMessage, filterMessage, stageMessage, stepMessage } from '../messages.ts';

/** The name of a repository, with its namespace, and that of its runner. */
const maxNameLength = 600;

export const requestStage = defineRunnerCall({
  method: 'POST',
  path: `${rpcPath}/stage`,
  summary: 'Wait for a stage that this runner can run',
  body: filterMessage,
  output: stage,
  longPoll: true,
});

/** Name of the runner. */
const machineQuery = z.object({
  machine: z.string().check(z.minLength(1), z.maxLength(maxNameLength)),
});

export const acceptStage = defineRunnerCall({
  method: 'POST',
  path: `${rpcPath}/stage/:stage`,
  summary: 'Claim a stage for the runner named `machine`',
  query: machineQuery,
  output: stage,
});

export const listClaims = defineRunnerCall({
  method: 'GET',
  path: `${rpcPath}/claims`,
  summary:
    'List the unfinished stages that this runner has claimed, for a runner that keeps them over a restart',
  query: machineQuery,
  output: z.array(stage),
  isOptional: true,
});

export const getStageDetails = defineRunnerCall({
  method: 'GET',
  path: `${rpcPath}/stage/:stage`,
  summary: 'Get the details needed to run a claimed stage',
  output: detailsMessage,
});

export const updateStage = defineRunnerCall({
  method: 'PUT',
  path: `${rpcPath}/stage/:stage`,
  summary: 'Report the status of a stage; the first report includes its steps',
  body: stageMessage,
  output: stage,
});

export const reportWait = defineRunnerCall({
  method: 'PUT',
  path: `${rpcPath}/stage/:stage/wait`,
  summary: 'Report why the cluster that runs the steps makes a stage wait, or an empty reason',
  body: z.object({ reason: z.string() }),
  isOptional: true,
  ...noContent,
});

export const updateStep = defineRunnerCall({
  method: 'PUT',
  path: `${rpcPath}/step/:step`,
  summary: 'Report the status of a step',
  body: stepMessage,
  output: step,
});

export const watchBuild = defineRunnerCall({
  method: 'POST',
  path: `${rpcPath}/build/:build/watch`,
  summary:
    'Wait until a build finishes or is cancelled. With `until=finished`, a cancelled build whose stages still clean up goes on.',
  query: z.object({ until: z.optional(z.enum(['finished'])) }),
  ...noContent,
  longPoll: true,
});
