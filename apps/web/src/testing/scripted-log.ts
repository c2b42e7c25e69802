import { LogEngine, type LogWorker } from '../features/console/engine/log-engine.ts';
import type { FromLogWorker } from '../features/console/engine/messages.ts';

/** Log engine without a worker: the test sends its messages. Each line fits in one row. */
export function openScriptedLog() {
  const worker: LogWorker = { postMessage: () => {}, onmessage: null, terminate: () => {} };
  const source = { url: 'http://ci/logs', streamUrl: 'http://ci/stream', headers: {} };
  const engine = new LogEngine(worker, source, () => {});
  const send = (data: FromLogWorker) => worker.onmessage?.(new MessageEvent('message', { data }));
  const grow = (count: number, from = engine.state().count) => {
    const facts = new Uint32Array(count - from);
    send({ kind: 'grown', count, from, facts, marks: [], tail: [] });
  };
  return { engine, grow, send };
}
