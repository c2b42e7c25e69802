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

/** Where all calls of runners are. */
export const rpcPath = '/rpc/v2';
const longestName = 255;
/** Existing runners expect 200 of what has nothing to tell. */
const done = { output: z.literal(''), contentType: 'text/plain; charset=utf-8' } as const;

export const ping = defineEndpoint({
  method: 'POST',
  path: `${rpcPath}/ping`,
  access: 'runner',
  summary: 'Show that the server is there; with a name, that this runner has started',
  body: pingMessage,
  ...done,
});

export const addNode = defineEndpoint({
  method: 'POST',
  path: `${rpcPath}/nodes/:machine`,
  access: 'runner',
  summary: 'Nothing; existing runners call it when they start',
  ...done,
});

export const removeNode = defineEndpoint({
  method: 'DELETE',
  path: `${rpcPath}/nodes/:machine`,
  access: 'runner',
  summary: 'Nothing; existing runners call it when they end',
  ...done,
});

export const requestStage = defineEndpoint({
  method: 'POST',
  path: `${rpcPath}/stage`,
  access: 'runner',
  summary: 'Wait for a stage that this runner can carry out',
  body: filterMessage,
  output: stage,
  longPoll: true,
});

export const acceptStage = defineEndpoint({
  method: 'POST',
  path: `${rpcPath}/stage/:stage`,
  access: 'runner',
  summary: 'Claim a stage for the runner named `machine`',
  query: z.object({ machine: z.string().check(z.minLength(1), z.maxLength(longestName)) }),
  output: stage,
});

export const getStageDetails = defineEndpoint({
  method: 'GET',
  path: `${rpcPath}/stage/:stage`,
  access: 'runner',
  summary: 'All that is needed to carry a claimed stage out',
  output: detailsMessage,
});

export const updateStage = defineEndpoint({
  method: 'PUT',
  path: `${rpcPath}/stage/:stage`,
  access: 'runner',
  summary: 'Report the status of a stage; the first report brings its steps',
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
  summary: 'Wait for the end of a build, or its cancellation',
  ...done,
  longPoll: true,
});

export const appendLogs = defineEndpoint({
  method: 'POST',
  path: `${rpcPath}/step/:step/logs/batch`,
  access: 'runner',
  summary: 'Add lines to the log of a step; repeated ones are taken once',
  body: linesMessage,
  ...done,
});

export const replaceLogs = defineEndpoint({
  method: 'POST',
  path: `${rpcPath}/step/:step/logs/upload`,
  access: 'runner',
  summary: 'Store the whole log of a step in place of what came before',
  body: linesMessage,
  ...done,
});

export const createCard = defineEndpoint({
  method: 'POST',
  path: `${rpcPath}/step/:step/card`,
  access: 'runner',
  summary: 'Give a step that runs its card; one that breaks the rules is dropped',
  body: cardMessage,
  ...done,
});

/** Its body is the file as it is, with its length in `content-length`. */
export const sendFile = defineEndpoint({
  method: 'POST',
  path: `${rpcPath}/step/:step/files`,
  access: 'runner',
  summary: 'Give a step that runs a file that it left, in place of one of the same kind and path',
  query: z.object({ kind: z.enum(fileKinds), path: z.string() }),
  ...done,
});
