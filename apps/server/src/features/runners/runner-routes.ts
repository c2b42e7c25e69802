import type { RunnerCallHandlers } from '@millrace/build-host/runner-calls/runner-call';
import { processOfRunner } from '@millrace/build-rules';
import {
  connectionCalls,
  type RunnerCallName,
  type RunnerCallTable,
  type RunnerEndpoint,
  rpcPath,
  runnerCallNames,
  runnerCalls,
  serverHeader,
} from '@millrace/contract/runner';
import { version } from '@millrace/node-kit/version';
import type { FastifyInstance } from 'fastify';
import type { ApiRoutes } from '../../http/api-routes.ts';
import type { Drain } from '../../http/drain.ts';
import { nameOf } from './caller-limits.ts';
import type { OpenRunnerCalls } from './open-runner-calls.ts';
import { acceptAnyContentType, leaveBodies, speakPlainText } from './plain-http.ts';
import { RpcRoutes } from './rpc-routes.ts';
import type { RunnerAuth } from './runner-auth.ts';

interface Deps {
  calls: RunnerCallHandlers;
  drain: Drain;
  auth: RunnerAuth;
  openCalls: OpenRunnerCalls;
  /** Called when a runner starts. Stages claimed before its restart are lost. */
  onRunnerStart: (started: { machine: string; runner: string }) => Promise<void>;
  /** Called when a runner has stopped, with the id of its process. */
  onRunnerStop: (runner: string) => void;
}

/** Serves the runner API over HTTP, in the protocol of existing runners. */
export async function registerRunnerRoutes(
  app: FastifyInstance,
  routes: ApiRoutes,
  deps: Deps,
): Promise<void> {
  const register = async (scope: FastifyInstance) => {
    speakPlainText(scope);
    acceptAnyContentType(scope);
    scope.addHook('onRequest', async (request, reply) => {
      reply.header(serverHeader, version.version);
      const { credential } = await deps.auth.admit(request);
      if (credential) deps.openCalls.add(credential.id, reply);
    });
    const rpc = new RpcRoutes(scope, routes, deps);
    addConnectionCalls(rpc, deps);
    for (const name of runnerCallNames.filter((each) => !isUpload(each))) {
      addCall(rpc, name, deps.calls);
    }
    await scope.register(async (uploads) => {
      leaveBodies(uploads);
      const uploadRpc = new RpcRoutes(uploads, routes, deps);
      for (const name of runnerCallNames.filter(isUpload)) addCall(uploadRpc, name, deps.calls);
    });
  };
  await app.register(register, { prefix: rpcPath });
}

function addConnectionCalls(rpc: RpcRoutes, { onRunnerStart, onRunnerStop }: Deps): void {
  rpc.add(connectionCalls.ping, async ({ caller, body }) => {
    const machine = nameOf(caller, body?.machine);
    if (processOfRunner(caller.runner) && machine) {
      await onRunnerStart({ machine, runner: caller.runner });
    }
  });
  rpc.add(connectionCalls.addNode, async () => {});
  // Existing runners send no id, and several of them may have the same address.
  rpc.add(connectionCalls.removeNode, async ({ caller: { runner } }) => {
    if (processOfRunner(runner)) onRunnerStop(runner);
  });
}

function addCall<Name extends RunnerCallName>(
  rpc: RpcRoutes,
  name: Name,
  calls: RunnerCallHandlers,
): void {
  rpc.add<RunnerCallTable[Name]>(runnerCalls[name], (call) => calls[name](call));
}

function isUpload(name: RunnerCallName): boolean {
  const row: RunnerEndpoint = runnerCalls[name];
  return row.upload === true;
}
