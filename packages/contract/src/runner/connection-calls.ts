import { defineRunnerCall, noContent, rpcPath } from './define-call.ts';
import { pingMessage } from './messages.ts';

export const ping = defineRunnerCall({
  method: 'POST',
  path: `${rpcPath}/ping`,
  summary: 'Check the connection to the server; with a name, register the start of this runner',
  body: pingMessage,
  ...noContent,
});

export const addNode = defineRunnerCall({
  method: 'POST',
  path: `${rpcPath}/nodes/:machine`,
  summary: 'No effect; existing runners call it when they start',
  ...noContent,
});

export const removeNode = defineRunnerCall({
  method: 'DELETE',
  path: `${rpcPath}/nodes/:machine`,
  summary: 'Sign off a runner that has stopped, by its id: it is no longer connected',
  ...noContent,
});
