/** An answer of the server that is an error, and that another try may mend. */
export class ServerRefusal extends Error {
  override name = 'ServerRefusal';
  readonly status: number;
  /** In the server's words. */
  readonly reason: string;

  constructor(status: number, reason: string) {
    super(`The server answered ${status}: ${reason}`);
    this.status = status;
    this.reason = reason;
  }
}
