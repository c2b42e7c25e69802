import {
  acceptStage,
  addNode,
  appendLogs,
  createCard,
  getStageDetails,
  ping,
  removeNode,
  replaceLogs,
  requestStage,
  rpcPath,
  sendFile,
  updateStage,
  updateStep,
  watchBuild,
} from '@millrace/contract/runner';
import type { FastifyInstance } from 'fastify';
import type { ApiRoutes } from '../../http/api-routes.ts';
import type { Drain } from '../../http/drain.ts';
import { toDetailsMessage } from './details-message.ts';
import { leaveBodies, speakPlainText, takeAnyContentType } from './plain-http.ts';
import { RpcRoutes } from './rpc-routes.ts';
import { requireSecret } from './runner-auth.ts';
import type { RunnerCalls } from './runner-calls.ts';

const logs = { bodyLimit: 64 * 1024 * 1024 };
/** The answer of a call that has nothing to tell. */
const done = () => '' as const;

interface Parts {
  calls: RunnerCalls;
  drain: Drain;
  /** Without one there are no remote runners. */
  secret: string | undefined;
  /** A runner has started: what its former start had claimed is lost. */
  onRunnerStart: (started: { machine: string; runner: string }) => Promise<void>;
}

/** The runner interface over HTTP, as existing runners speak it. */
export async function registerRunnerRoutes(
  app: FastifyInstance,
  routes: ApiRoutes,
  parts: Parts,
): Promise<void> {
  const register = async (scope: FastifyInstance) => {
    speakPlainText(scope);
    takeAnyContentType(scope);
    scope.addHook('onRequest', async (request) => requireSecret(request, parts.secret));
    addRoutes(new RpcRoutes(scope, routes, parts.drain), parts);
    await scope.register(async (files) => {
      leaveBodies(files);
      addFileRoute(new RpcRoutes(files, routes, parts.drain), parts);
    });
  };
  await app.register(register, { prefix: rpcPath });
}

function addRoutes(rpc: RpcRoutes, { calls, onRunnerStart }: Parts): void {
  rpc.add(ping, async ({ caller: { runner }, body }) => {
    if (runner && body?.machine) await onRunnerStart({ machine: body.machine, runner });
    return done();
  });
  rpc.add(addNode, done);
  rpc.add(removeNode, done);

  rpc.add(requestStage, async ({ caller, body, endOfPoll }) => {
    return (await calls.requestStage(caller, body, endOfPoll())) ?? undefined;
  });
  rpc.add(acceptStage, ({ caller, params, query }) =>
    calls.acceptStage(caller, params.stage, query.machine),
  );
  rpc.add(getStageDetails, async ({ caller, params }) =>
    toDetailsMessage(await calls.getStageDetails(caller, params.stage)),
  );
  rpc.add(updateStage, ({ caller, params, body }) =>
    calls.updateStage(caller, { ...body, id: params.stage }),
  );
  rpc.add(updateStep, ({ caller, params, body }) =>
    calls.updateStep(caller, { ...body, id: params.step }),
  );
  rpc.add(watchBuild, async ({ caller, params, endOfPoll }) => {
    return (await calls.watchBuild(caller, params.build, endOfPoll())) ? done() : undefined;
  });
  rpc.add(
    appendLogs,
    ({ caller, params, body }) => calls.appendLogs(caller, params.step, body).then(done),
    logs,
  );
  rpc.add(
    replaceLogs,
    ({ caller, params, body }) => calls.replaceLogs(caller, params.step, body).then(done),
    logs,
  );
  rpc.add(createCard, ({ caller, params, body }) =>
    calls.createCard(caller, params.step, body).then(done),
  );
}

function addFileRoute(rpc: RpcRoutes, { calls }: Parts): void {
  rpc.add(sendFile, async ({ caller, params, query, upload }) => {
    const { gone, ...file } = upload();
    await calls.takeFile(caller, params.step, { ...query, ...file }, gone);
    return done();
  });
}
