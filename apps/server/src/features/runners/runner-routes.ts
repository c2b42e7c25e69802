import type { RunnerCallHandlers } from '@millrace/build-host/runner-calls/runner-call';
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
import { acceptAnyContentType, leaveBodies, speakPlainText } from './plain-http.ts';
import { RpcRoutes } from './rpc-routes.ts';
import { requireSecret } from './runner-auth.ts';

interface Deps {
  calls: RunnerCallHandlers;
  drain: Drain;
  /** Undefined if remote runners are not allowed. */
  secret: string | undefined;
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
      requireSecret(request, deps.secret);
    });
    const rpc = new RpcRoutes(scope, routes, deps.drain);
    addConnectionCalls(rpc, deps);
    for (const name of runnerCallNames.filter((each) => !isUpload(each))) {
      addCall(rpc, name, deps.calls);
    }
    await scope.register(async (uploads) => {
      leaveBodies(uploads);
      const uploadRpc = new RpcRoutes(uploads, routes, deps.drain);
      for (const name of runnerCallNames.filter(isUpload)) addCall(uploadRpc, name, deps.calls);
    });
  };
  await app.register(register, { prefix: rpcPath });
}

function addConnectionCalls(rpc: RpcRoutes, { onRunnerStart, onRunnerStop }: Deps): void {
  rpc.add(connectionCalls.ping, async ({ caller: { runner }, body }) => {
    if (runner && body?.machine) await onRunnerStart({ machine: body.machine, runner });
  });
  rpc.add(connectionCalls.addNode, async () => {});
  // Existing runners send no id, and several of them may have the same address.
  rpc.add(connectionCalls.removeNode, async ({ caller: { runner } }) => {
    if (runner) onRunnerStop(runner);
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
