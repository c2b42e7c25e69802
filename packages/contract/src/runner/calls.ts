import { z } from 'zod/mini';
import { stage, step } from '../api/build.ts';
import { uploadKinds } from '../step-files.ts';
import { outputLimits, stepOutput } from '../step-outputs.ts';
import { cacheAnswer, cacheQuery } from './cache-messages.ts';
import { defineRunnerCall, noContent, rpcPath } from './define-call.ts';
import {
  cardMessage,
  detailsMessage,
  filterMessage,
  linesMessage,
  stageMessage,
  stepMessage,
} from './messages.ts';
import { endMessage, keptAnswer, outputMessage, terminalOrder } from './terminal-messages.ts';

const maxNameLength = 255;
const maxLogBodyBytes = 64 * 1024 * 1024;

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
  summary: 'Wait until a build finishes or is cancelled',
  ...noContent,
  longPoll: true,
});

export const appendLogs = defineRunnerCall({
  method: 'POST',
  path: `${rpcPath}/step/:step/logs/batch`,
  summary: 'Append lines to the log of a step; repeated lines are stored once',
  body: linesMessage,
  maxBodyBytes: maxLogBodyBytes,
  ...noContent,
});

export const replaceLogs = defineRunnerCall({
  method: 'POST',
  path: `${rpcPath}/step/:step/logs/upload`,
  summary: 'Replace the log of a step',
  body: linesMessage,
  maxBodyBytes: maxLogBodyBytes,
  ...noContent,
});

export const createCard = defineRunnerCall({
  method: 'POST',
  path: `${rpcPath}/step/:step/card`,
  summary: 'Set the card of a running step; an invalid card is dropped',
  body: cardMessage,
  ...noContent,
});

export const sendFile = defineRunnerCall({
  method: 'POST',
  path: `${rpcPath}/step/:step/files`,
  summary: 'Upload a file of a running step; it replaces a file of the same kind and path',
  query: z.object({ kind: z.enum(uploadKinds), path: z.string() }),
  upload: true,
  ...noContent,
});

export const setOutputs = defineRunnerCall({
  method: 'POST',
  path: `${rpcPath}/step/:step/outputs`,
  summary: 'Pass variables of a running step on to later stages; one of the same name is replaced',
  body: z.array(stepOutput).check(z.maxLength(outputLimits.variables)),
  ...noContent,
  isOptional: true,
});

export const findCache = defineRunnerCall({
  method: 'POST',
  path: `${rpcPath}/step/:step/caches`,
  summary: 'Look up a cache for a running step, in the scopes that its build may read',
  body: cacheQuery,
  output: cacheAnswer,
  isOptional: true,
});

export const loadCache = defineRunnerCall({
  method: 'GET',
  path: `${rpcPath}/step/:step/caches/:lookup`,
  summary: 'Download the cache that a lookup of the same stage found',
  output: z.string(),
  contentType: 'application/zstd',
  download: true,
  isOptional: true,
});

export const saveCache = defineRunnerCall({
  method: 'POST',
  path: `${rpcPath}/step/:step/caches/:lookup`,
  summary:
    'Upload a cache with the key of a lookup of the same stage, into the scope of the build; an existing cache is kept',
  query: z.object({ sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/, 'Invalid SHA-256')) }),
  upload: true,
  ...noContent,
});

export const keepStep = defineRunnerCall({
  method: 'POST',
  path: `${rpcPath}/step/:step/keep`,
  summary: 'Ask whether the environment of a failed step is kept for terminals, and until when',
  output: keptAnswer,
  isOptional: true,
});

export const watchKeptStep = defineRunnerCall({
  method: 'POST',
  path: `${rpcPath}/step/:step/keep/watch`,
  summary:
    'Wait for orders to the terminals of a kept step after a number; 409 when its environment must be removed',
  body: z.object({ after: z.int() }),
  output: z.array(terminalOrder),
  longPoll: true,
  isOptional: true,
});

export const releaseStep = defineRunnerCall({
  method: 'POST',
  path: `${rpcPath}/step/:step/keep/end`,
  summary: 'Report that the environment of a kept step was removed',
  ...noContent,
  isOptional: true,
});

export const sendTerminalOutput = defineRunnerCall({
  method: 'POST',
  path: `${rpcPath}/step/:step/terminals/:terminal/output`,
  summary: 'Append output of a terminal; repeated bytes are stored once',
  body: outputMessage,
  ...noContent,
  isOptional: true,
});

export const endTerminal = defineRunnerCall({
  method: 'POST',
  path: `${rpcPath}/step/:step/terminals/:terminal/end`,
  summary: 'Report that a terminal has ended',
  body: endMessage,
  ...noContent,
  isOptional: true,
});
