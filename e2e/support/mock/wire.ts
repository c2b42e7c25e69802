import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Line } from '@millrace/contract/api';
import { contentSecurityPolicy } from '@millrace/contract/content-security-policy';
import { logLinesHeader } from '@millrace/contract/log-wire';
import type { SentEvent } from '@millrace/contract/testing/mock-api';

export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

export function send(
  response: ServerResponse,
  status: number,
  body: string | Buffer,
  type: string,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, {
    'content-type': type,
    'content-security-policy': contentSecurityPolicy,
    ...headers,
  });
  response.end(body);
}

/** Sends the requested lines one by one, as the real server sends a log. */
export function sendLines(
  response: ServerResponse,
  log: Line[],
  query: Record<string, string>,
): void {
  const headers = {
    'content-type': 'application/x-ndjson',
    [logLinesHeader]: String(countLines(log)),
  };
  response.writeHead(200, headers);
  for (const sent of linesBetween(log, query)) response.write(`${JSON.stringify(sent)}\n`);
  response.end();
}

const countLines = (log: Line[]) => (log.at(-1)?.pos ?? -1) + 1;

export function linesBetween(
  log: Line[],
  { from = '0', to }: { from?: string; to?: string },
): Line[] {
  const count = countLines(log);
  const first = Number(from) < 0 ? count + Number(from) : Number(from);
  return log.filter(({ pos }) => pos >= first && pos < Number(to ?? count));
}

export function eventText({ id, event, data }: SentEvent): string {
  const fields = { id, event, data };
  const lines = Object.entries(fields).filter(([, value]) => value !== undefined);
  return `${lines.map(([name, value]) => `${name}: ${value}\n`).join('')}\n`;
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(body === undefined ? undefined : JSON.stringify(body));
}
