import { PassThrough } from 'node:stream';
import {
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  type Transport,
} from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';

type Id = string | number;

/**
 * A transport over standard input and output that answers the requests that it has received before it closes. That of
 * the library closes with standard input, so that a pipe such as `printf … | millrace mcp` would get no answers.
 */
export class AnsweringTransport implements Transport {
  onmessage?: NonNullable<Transport['onmessage']>;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  /** Resolves when the transport has closed. */
  readonly closed: Promise<void>;
  private readonly input: NodeJS.ReadableStream;
  private readonly forwarded = new PassThrough();
  private readonly stdio: StdioServerTransport;
  private readonly unanswered = new Set<Id>();
  private hasEnded = false;
  private readonly resolveClosed: () => void;

  constructor(input: NodeJS.ReadableStream, output: NodeJS.WritableStream) {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.closed = promise;
    this.resolveClosed = resolve;
    this.input = input;
    this.stdio = new StdioServerTransport(this.forwarded, output as NodeJS.WriteStream);
  }

  async start(): Promise<void> {
    this.stdio.onmessage = (message) => this.receive(message);
    this.stdio.onerror = (error) => this.onerror?.(error);
    this.stdio.onclose = () => {
      this.resolveClosed();
      this.onclose?.();
    };
    await this.stdio.start();
    this.input.pipe(this.forwarded, { end: false });
    const end = () => {
      this.hasEnded = true;
      // Text that arrived with the end is read first.
      setImmediate(() => this.closeIfAnswered());
    };
    this.input.once('end', end).once('close', end);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    await this.stdio.send(message);
    const isAnswer = isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message);
    if (isAnswer && message.id !== undefined) this.settle(message.id);
  }

  close(): Promise<void> {
    return this.stdio.close();
  }

  private receive(message: JSONRPCMessage): void {
    if (isJSONRPCRequest(message)) this.unanswered.add(message.id);
    this.onmessage?.(message);
    // A request that is cancelled gets no answer.
    if (isJSONRPCNotification(message) && message.method === 'notifications/cancelled') {
      this.settle(message.params?.requestId as Id);
    }
  }

  private settle(id: Id): void {
    this.unanswered.delete(id);
    this.closeIfAnswered();
  }

  private closeIfAnswered(): void {
    if (this.hasEnded && this.unanswered.size === 0) this.forwarded.end();
  }
}
