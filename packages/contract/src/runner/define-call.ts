import { z } from 'zod/mini';
import type { Endpoint } from '../api/endpoint.ts';

/** Path prefix of all runner endpoints. */
export const rpcPath = '/rpc/v2';

/** Existing runners expect 200 for a response without content. */
export const noContent = {
  output: z.literal(''),
  contentType: 'text/plain; charset=utf-8',
} as const;

/** An endpoint for runners. */
export interface RunnerEndpoint extends Endpoint {
  access: 'runner';
  /** Set if the body is a file. Its length must be in `content-length`. */
  upload?: true;
  /** Set if the answer is a file. Its length is in `content-length`. */
  download?: true;
  /**
   * Set if the runner can continue without the call. An error that a retry cannot solve, such as 404 of an older
   * server, then concerns only this call. Uploads are always of this kind.
   */
  isOptional?: true;
  /** Set if a server that does not store the content of the call may ignore it. It refuses optional calls instead. */
  mayBeIgnored?: true;
  /** Maximum size of the body in bytes, if it may be larger than the bodies of other calls. */
  maxBodyBytes?: number;
}

/** Preserves the literal types of a row, from which the types of the call are derived. */
export function defineRunnerCall<const Row extends Omit<RunnerEndpoint, 'access'>>(
  row: Row,
): Row & { access: 'runner' } {
  return { ...row, access: 'runner' };
}
