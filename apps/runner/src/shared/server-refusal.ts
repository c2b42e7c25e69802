/** An error response of the server that a retry may solve. */
export class ServerRefusal extends Error {
  override name = 'ServerRefusal';
  readonly status: number;
  /** Message of the server. */
  readonly reason: string;
  /** A code of the contract's errors, or of a newer server; undefined from servers that send none. */
  readonly code: string | undefined;

  constructor(status: number, reason: string, code?: string) {
    super(`The server answered ${status}: ${reason}`);
    this.status = status;
    this.reason = reason;
    this.code = code;
  }
}

/** A response that does not match the protocol. */
export class UnreadableAnswer extends Error {
  override name = 'UnreadableAnswer';

  constructor(path: string, cause: unknown) {
    super(`The answer of the server to ${path} is not readable`, { cause });
  }
}
