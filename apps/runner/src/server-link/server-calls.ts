import { endpointUrl } from '@millrace/contract/api';
import { errorCodeHeader } from '@millrace/contract/errors';
import {
  type FileContent,
  findFinalError,
  type RunnerCallInput,
  type RunnerCallResult,
  RunnerConflict,
  type RunnerEndpoint,
  type RunnerId,
  runnerHeader,
  secretHeader,
  serverHeader,
} from '@millrace/contract/runner';
import { ServerRefusal, UnreadableAnswer } from '../shared/server-refusal.ts';

export interface ServerLink {
  /** URL without a trailing slash. */
  server: string;
  secret: string;
  runner: RunnerId;
  /** Called when the server rejects the credential, which it has revoked. Absent for the shared secret. */
  onRevoked?: (() => void) | undefined;
  timeoutMs?: number;
}

/** Input of any call. */
interface CallRequest {
  params?: Record<string, string | number>;
  query?: Record<string, string>;
  body?: unknown;
  file?: FileContent;
}

interface Answer {
  status: number;
  text: string;
}

/** Timeout of a call; longer than the server's maximum for long polls. */
const defaultTimeoutMs = 60_000;

/**
 * Calls the endpoints of one server. Rejects with RunnerConflict or FileRefusal if a retry cannot solve the
 * error, with {@link ServerRefusal} for other error responses.
 */
export class ServerCalls {
  private readonly link: ServerLink;
  private readonly timeoutMs: number;
  private isOfMillrace = true;

  constructor(link: ServerLink) {
    this.link = link;
    this.timeoutMs = link.timeoutMs ?? defaultTimeoutMs;
  }

  /** Whether the server is an original one, as its last successful response told. */
  get isOriginal(): boolean {
    return !this.isOfMillrace;
  }

  async call<Row extends RunnerEndpoint>(
    row: Row,
    input: RunnerCallInput<Row>,
    signal?: AbortSignal,
  ): Promise<RunnerCallResult<Row>> {
    const request: CallRequest = input;
    if (row.download) {
      return (await this.download(row, request, signal)) as RunnerCallResult<Row>;
    }
    const { status, text } = await (request.file
      ? this.upload(row, request, request.file, signal)
      : this.send(row, request, signal));
    // The result was validated against the schema of the row.
    try {
      return readResult(row, status, text) as RunnerCallResult<Row>;
    } catch (error) {
      throw new UnreadableAnswer(row.path, error);
    }
  }

  /**
   * Uploads a file. The timeout applies to time without progress. The file is read only as fast as it is
   * sent.
   */
  private async upload(
    row: RunnerEndpoint,
    request: CallRequest,
    { read, size }: FileContent,
    signal?: AbortSignal,
  ): Promise<Answer> {
    const stalled = new AbortController();
    const timer = setTimeout(() => stalled.abort(), this.timeoutMs);
    const watched = async function* () {
      for await (const chunk of read()) {
        timer.refresh();
        yield chunk;
      }
    };
    const init = {
      headers: { 'content-type': 'application/octet-stream', 'content-length': String(size) },
      body: ReadableStream.from(watched()),
      duplex: 'half' as const,
      signal: anySignal(stalled.signal, signal),
    };
    try {
      return await this.fetch(row, request, init, signal);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Downloads a file. The timeout applies to time without progress. */
  private async download(
    row: RunnerEndpoint,
    request: CallRequest,
    signal?: AbortSignal,
  ): Promise<FileContent> {
    const stalled = new AbortController();
    const timer = setTimeout(() => stalled.abort(), this.timeoutMs);
    const stop = () => clearTimeout(timer);
    const init = { signal: anySignal(stalled.signal, signal) };
    const { body, headers } = await this.open(row, request, init, signal).catch((error) => {
      stop();
      throw error;
    });
    const read = async function* (): AsyncGenerator<Uint8Array> {
      try {
        for await (const chunk of body ?? []) {
          timer.refresh();
          yield chunk;
        }
      } finally {
        stop();
      }
    };
    return { size: Number(headers.get('content-length')), read };
  }

  private send(row: RunnerEndpoint, request: CallRequest, signal?: AbortSignal): Promise<Answer> {
    const { body } = request;
    const content =
      body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const init = { ...content, signal: anySignal(AbortSignal.timeout(this.timeoutMs), signal) };
    return this.fetch(row, request, init, signal);
  }

  private async fetch(
    row: RunnerEndpoint,
    request: CallRequest,
    init: RequestInit & { headers?: Record<string, string> },
    signal?: AbortSignal,
  ): Promise<Answer> {
    const response = await this.open(row, request, init, signal);
    return { status: response.status, text: await response.text() };
  }

  /** Sends a request. Returns the response to read if it is a success. */
  private async open(
    row: RunnerEndpoint,
    { params = {}, query }: CallRequest,
    init: RequestInit & { headers?: Record<string, string> },
    signal?: AbortSignal,
  ): Promise<Response> {
    const { server, secret, runner, onRevoked } = this.link;
    const path = endpointUrl<string>(row, params);
    const search = new URLSearchParams(query).toString();
    const response = await fetch(`${server}${path}${search && `?${search}`}`, {
      ...init,
      method: row.method,
      // `fetch` would send the secret to the host of a redirect.
      redirect: 'manual',
      headers: { ...init.headers, [secretHeader]: secret, [runnerHeader]: runner },
    }).catch((error: unknown) => {
      throw signal?.aborted ? error : unreachable(error);
    });
    const { status, statusText, ok } = response;
    if (ok) {
      this.isOfMillrace = response.headers.has(serverHeader);
      return response;
    }
    const location = response.headers.get('location');
    if (status < 400 && location) {
      await response.body?.cancel();
      throw new ServerRefusal(status, `it redirects to ${location}, which is not followed`);
    }
    const reason = ((await response.text()).trim() || statusText).slice(0, 300);
    // A proxy in between may answer so, too.
    if (status === 401 && onRevoked && response.headers.has(serverHeader)) {
      onRevoked();
      throw new RunnerConflict('The credential of this runner was revoked');
    }
    const code = response.headers.get(errorCodeHeader) ?? undefined;
    throw findFinalError(row, status, reason) ?? new ServerRefusal(status, reason, code);
  }
}

function anySignal(own: AbortSignal, other: AbortSignal | undefined): AbortSignal {
  return other ? AbortSignal.any([own, other]) : own;
}

/** Decodes a response. Without content, the call succeeded; a long poll without a result timed out. */
function readResult({ output, contentType }: RunnerEndpoint, status: number, text: string) {
  const isTimeout = status === 204;
  if (contentType) return !isTimeout;
  return isTimeout ? null : output?.parse(JSON.parse(text));
}

/** Describes a network error by its cause, because the message of `fetch` has no details. */
function unreachable(error: unknown): Error {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const text = cause instanceof Error ? cause.message || cause.name : String(cause);
  return new Error(`The server cannot be reached: ${text}`, { cause: error });
}
