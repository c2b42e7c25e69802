import { linesMessage, rpcPath, stageMessage, stepMessage } from '@millrace/contract/runner';
import { isFinished, type Status } from '@millrace/contract/vocabulary';
import { type RpcRequest, startRpcServer } from './rpc-server.ts';
import { makeDetails, toDetailsMessage } from './stage-fixtures.ts';

interface StoredStep {
  number: number;
  name: string;
  status: Status;
  version: number;
}

/**
 * An original server with one stage, by the facts of its protocol: it rejects reports of another version, shows
 * appended lines only while the step runs, and stores the uploaded log alone.
 */
export async function startOriginalServer(config: string) {
  const details = makeDetails({ config, stage: { machine: '', version: 1 } });
  const stage = { ...details.stage };
  const steps = new Map<number, StoredStep>();
  const logs = new Map<number, string>();
  const streams = new Set<number>();
  const calls: string[] = [];
  /** Statuses of error responses, by the start of a call such as `PUT /step`. */
  const failures = new Map<string, number>();
  let nextId = 100;

  /** An original server wraps this error of its database. */
  const optimisticLock = {
    status: 500,
    body: '1 error occurred:\n\t* Optimistic Lock Error',
  };
  const fail = (status: number) => ({ status, body: 'it failed' });

  const requestStage = () =>
    stage.machine === '' && !isFinished(stage.status)
      ? { status: 200, body: stage }
      : ('never' as const);

  const acceptStage = (query: URLSearchParams) => {
    if (stage.machine !== '') return fail(409);
    Object.assign(stage, { machine: query.get('machine') ?? '', version: stage.version + 1 });
    return { status: 200, body: stage };
  };

  const updateStage = ({ body }: RpcRequest) => {
    const report = stageMessage.parse(JSON.parse(body));
    if (report.version !== stage.version) return fail(409);
    if (report.status === 'running') {
      for (const { number, name } of report.steps ?? []) {
        steps.set(nextId++, { number, name, status: 'pending', version: 1 });
      }
    }
    Object.assign(stage, { status: report.status, version: stage.version + 1 });
    const listed = [...steps].map(([id, step]) => ({
      id,
      step_id: stage.id,
      exit_code: 0,
      ...step,
    }));
    return { status: 200, body: { ...stage, steps: listed } };
  };

  const updateStep = (id: number, { body }: RpcRequest) => {
    const report = stepMessage.parse(JSON.parse(body));
    const step = steps.get(id);
    if (!step) return fail(500);
    if (report.version !== step.version) return optimisticLock;
    if (isFinished(report.status)) streams.delete(id);
    else streams.add(id);
    Object.assign(step, { status: report.status, version: step.version + 1 });
    return { status: 200, body: { id, step_id: stage.id, exit_code: 0, ...step } };
  };

  const upload = (id: number, { body }: RpcRequest) => {
    if (logs.has(id)) return fail(500);
    const lines = linesMessage.parse(JSON.parse(body));
    expectOrder(lines.map(({ pos }) => pos));
    logs.set(id, lines.map(({ out }) => out).join(''));
    return { status: 200 };
  };

  const { url } = await startRpcServer((request) => {
    const { pathname, searchParams } = new URL(request.path, 'http://original');
    const path = pathname.slice(rpcPath.length);
    const call = `${request.method} ${path}`;
    calls.push(call);
    const failure = [...failures].find(([start]) => call.startsWith(start));
    if (failure) return fail(failure[1]);
    const id = Number(path.split('/')[2]);
    if (call === 'POST /ping') return { status: 200 };
    if (call === 'POST /stage') return requestStage();
    if (call.endsWith('/watch')) return 'never';
    if (call.endsWith('/logs/batch')) return streams.has(id) ? { status: 200 } : fail(500);
    if (call.endsWith('/logs/upload')) return upload(id, request);
    if (call.startsWith('POST /stage/')) return acceptStage(searchParams);
    if (call.startsWith('GET /stage/')) {
      return { status: 200, body: toDetailsMessage({ ...details, stage }) };
    }
    if (call.startsWith('PUT /stage/')) return updateStage(request);
    if (call.startsWith('PUT /step/')) return updateStep(id, request);
    return { status: 404, body: '404 page not found' };
  });

  const stepNamed = (name: string) => [...steps].find(([, step]) => step.name === name);
  return {
    url,
    stage,
    calls,
    failures,
    /** Ends everything, without an answer to a request that waits for it. */
    cancel: () => {
      stage.version++;
      for (const step of steps.values()) Object.assign(step, { status: 'killed', version: 9 });
    },
    statusOf: (name: string) => stepNamed(name)?.[1].status,
    /** Returns the stored log of a step; undefined if none was uploaded. */
    logOf: (name: string) => logs.get(stepNamed(name)?.[0] ?? 0),
  };
}

function expectOrder(positions: readonly number[]): void {
  positions.forEach((pos, index) => {
    if (index > 0 && pos !== (positions[index - 1] ?? 0) + 1) throw new Error('A line is missing');
  });
}
