import { z } from 'zod/mini';
import { stage, step } from '../api/builds.ts';
import { defineEndpoint } from '../api/endpoint.ts';
import { fileKinds } from '../step-files.ts';
import {
  cardMessage,
  detailsMessage,
  filterMessage,
  linesMessage,
  pingMessage,
  stageMessage,
  stepMessage,
} from './messages.ts';

/** Path prefix of all runner endpoints. */
export const rpcPath = '/rpc/v2';
const maxNameLength = 255;
/** Existing runners expect 200 for a response without content. */
const done = { output: z.literal(''), contentType: 'text/plain; charset=utf-8' } as const;

export const ping = defineEndpoint({
  method: 'POST',
  path: `${rpcPath}/ping`,
  access: 'runner',
  summary: 'Check the connection to the server; with a name, register the start of this runner',
  body: pingMessage,
  ...done,
});

export const addNode = defineEndpoint({
  method: 'POST',
  path: `${rpcPath}/nodes/:machine`,
  access: 'runner',
  summary: 'No effect; existing runners call it when they start',
  ...done,
});

export const removeNode = defineEndpoint({
  method: 'DELETE',
  path: `${rpcPath}/nodes/:machine`,
  access: 'runner',
  summary: 'No effect; existing runners call it when they stop',
  ...done,
});

export const requestStage = defineEndpoint({
  method: 'POST',
  path: `${rpcPath}/stage`,
  access: 'runner',
  summary: 'Wait for a stage that this runner can run',
  body: filterMessage,
  output: stage,
  longPoll: true,
});

export const acceptStage = defineEndpoint({
  method: 'POST',
  path: `${rpcPath}/stage/:stage`,
  access: 'runner',
  summary: 'Claim a stage for the runner named `machine`',
  query: z.object({ machine: z.string().check(z.minLength(1), z.maxLength(maxNameLength)) }),
  output: stage,
});

export const getStageDetails = defineEndpoint({
  method: 'GET',
  path: `${rpcPath}/stage/:stage`,
  access: 'runner',
  summary: 'Get the details needed to run a claimed stage',
  output: detailsMessage,
});

export const updateStage = defineEndpoint({
  method: 'PUT',
  path: `${rpcPath}/stage/:stage`,
  access: 'runner',
  summary: 'Report the status of a stage; the first report includes its steps',
  body: stageMessage,
  output: stage,
});

export const updateStep = defineEndpoint({
  method: 'PUT',
  path: `${rpcPath}/step/:step`,
  access: 'runner',
  summary: 'Report the status of a step',
  body: stepMessage,
  output: step,
});

export const watchBuild = defineEndpoint({
  method: 'POST',
  path: `${rpcPath}/build/:build/watch`,
  access: 'runner',
  summary: 'Wait until a build finishes or is cancelled',
  ...done,
  longPoll: true,
});

export const appendLogs = defineEndpoint({
  method: 'POST',
  path: `${rpcPath}/step/:step/logs/batch`,
  access: 'runner',
  summary: 'Append lines to the log of a step; repeated lines are stored once',
  body: linesMessage,
  ...done,
});

export const replaceLogs = defineEndpoint({
  method: 'POST',
  path: `${rpcPath}/step/:step/logs/upload`,
  access: 'runner',
  summary: 'Replace the log of a step',
  body: linesMessage,
  ...done,
});

export const createCard = defineEndpoint({
  method: 'POST',
  path: `${rpcPath}/step/:step/card`,
  access: 'runner',
  summary: 'Set the card of a running step; an invalid card is dropped',
  body: cardMessage,
  ...done,
});

/** The body is the raw file; `content-length` is its length. */
export const sendFile = defineEndpoint({
  method: 'POST',
  path: `${rpcPath}/step/:step/files`,
  access: 'runner',
  summary: 'Upload a file of a running step; it replaces a file of the same kind and path',
  query: z.object({ kind: z.enum(fileKinds), path: z.string() }),
  ...done,
});
