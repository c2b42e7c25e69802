import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Build, Repo } from '@millrace/contract/api';

export const extensionSecret = 'shared with the extensions of the tests';

/** Fields of the messages of all kinds. */
export interface ExtensionMessage {
  event?: string;
  action?: string;
  repo?: Repo;
  build?: Build;
  user?: { id: number; login: string; admin: boolean };
  system?: object;
  config?: { data: string };
}

interface ExtensionRequest {
  headers: IncomingHttpHeaders;
  body: ExtensionMessage;
  isSigned: boolean;
}

/** Object to send as JSON, status with a text, or a function that responds itself. */
type ExtensionAnswer =
  | object
  | { status: number; text?: string; headers?: Record<string, string> }
  | ((response: ServerResponse) => void);

export interface ExtensionServer {
  url: string;
  received: ExtensionRequest[];
  /** Answer to all further requests. */
  answer: ExtensionAnswer;
  stop(): Promise<void>;
}

/** Starts an extension that records its requests. It answers without content until a test sets an answer. */
export async function startExtension(): Promise<ExtensionServer> {
  const server = createServer(async (request, response) => {
    const { headers } = request;
    const body = await buffer(request);
    const isSigned = hasValidSignature(headers, body);
    extension.received.push({ headers, body: JSON.parse(body.toString()), isSigned });
    const { answer } = extension;
    if (typeof answer === 'function') answer(response);
    else if ('status' in answer && typeof answer.status === 'number') {
      const { text = '', headers: more = {} } = answer as { text?: string; headers?: object };
      response.writeHead(answer.status, { ...more }).end(text);
    } else response.end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const extension: ExtensionServer = {
    url: `http://127.0.0.1:${port}/extension`,
    received: [],
    answer: { status: 204 },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return extension;
}

/** Verifies a request as extensions do, by the headers that its signature names. */
function hasValidSignature(headers: IncomingHttpHeaders, body: Buffer): boolean {
  const text = String(headers.signature);
  const fields = Object.fromEntries(
    [...text.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
  );
  const signed = (fields.headers ?? '')
    .split(' ')
    .map((name) => `${name}: ${headers[name]}`)
    .join('\n');
  const hmac = createHmac('sha256', extensionSecret).update(signed).digest('base64');
  const digest = createHash('sha256').update(body).digest('base64');
  const isRecent = Math.abs(Date.parse(String(headers.date)) - Date.now()) < 60_000;
  return (
    fields.keyId === 'hmac-key' &&
    fields.algorithm === 'hmac-sha256' &&
    fields.headers === 'accept accept-encoding content-type date digest' &&
    fields.signature === hmac &&
    headers.digest === `SHA-256=${digest}` &&
    isRecent
  );
}
