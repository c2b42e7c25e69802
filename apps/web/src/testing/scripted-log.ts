import { LogEngine, type LogWorker } from '../features/console/engine/log-engine.ts';
import type { FromLogWorker, ToLogWorker } from '../features/console/engine/messages.ts';

/** Log engine without a worker: the test sends its messages. Each line fits in one row. */
export function openScriptedLog() {
  const received: ToLogWorker[] = [];
  const worker: LogWorker = {
    postMessage: (message) => void received.push(message),
    onmessage: null,
    terminate: () => {},
  };
  const source = { url: 'http://ci/logs', streamUrl: 'http://ci/stream', headers: {} };
  const engine = new LogEngine(worker, source, () => {});
  const send = (data: FromLogWorker) => worker.onmessage?.(new MessageEvent('message', { data }));
  const grow = (count: number, from = engine.state().count, to = count) => {
    const facts = new Uint32Array(to - from);
    const loaded = engine.state().loaded + facts.length;
    send({ kind: 'grown', count, loaded, from, facts, marks: [], tail: [] });
  };
  /** Answers the last request of a kind. */
  const answer = (response: Extract<FromLogWorker, { id: number }>) => {
    const kind = response.kind === 'found' ? 'search' : response.kind;
    const request = received.findLast((message) => message.kind === kind);
    if (!request || !('id' in request)) throw new Error(`No request for ${kind}`);
    send({ ...response, id: request.id });
  };
  return { engine, received, grow, send, answer };
}
