import { lineStreamType } from '@millrace/contract/log-wire';

/** Returns whether a client requests JSON lines. */
export function acceptsLineStream(accept = ''): boolean {
  return accept.split(',').some((range) => range.split(';')[0]?.trim() === lineStreamType);
}
