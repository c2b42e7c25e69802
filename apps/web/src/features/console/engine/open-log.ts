import { endpointUrl, getLogs } from '@millrace/contract/api';
import { logStreamPath, logTextPath } from '@millrace/contract/stream';
import { buildTimeToken, serverUrl, streamUrl } from '../../../api/server-address.ts';
import { LogEngine, type LogWorker } from './log-engine.ts';
import { withQuery } from './with-query.ts';

/** Identifies a log. */
export interface LogAddress {
  namespace: string;
  name: string;
  build: number;
  stage: number;
  step: number;
  /** Attempt of the build; undefined for the newest. */
  attempt?: number | undefined;
}

/** Opens a log in a new worker. */
export function openLog(address: LogAddress, onStreamEnd: () => void): LogEngine {
  const { namespace, name, build, stage, step, attempt } = address;
  const params = { namespace, name, build, stage, step };
  const worker: LogWorker = new Worker(new URL('./log-worker.ts', import.meta.url), {
    type: 'module',
  });
  const url = new URL(serverUrl(endpointUrl(getLogs, params)), location.href).href;
  const source = {
    url: attempt ? withQuery(url, { attempt: String(attempt) }) : url,
    streamUrl: new URL(streamUrl(endpointUrl({ path: logStreamPath }, params)), location.href).href,
    headers: buildTimeToken
      ? { authorization: `Bearer ${buildTimeToken}` }
      : ({} as Record<string, string>),
  };
  return new LogEngine(worker, source, onStreamEnd);
}

/** Returns the URL of a log as plain text. */
export function logTextUrl({ namespace, name, build, stage, step, attempt }: LogAddress): string {
  const params = { namespace, name, build, stage, step };
  const url = serverUrl(endpointUrl({ path: logTextPath }, params));
  return attempt ? withQuery(url, { attempt: String(attempt) }) : url;
}
