import { badRequest } from '@millrace/contract/api-errors';

interface FoundBy {
  ref: string;
  target: string;
  deployTo?: string | undefined;
}

const maxRefBytes = 1000;
const maxTargetLength = 250;

/**
 * Checks the fields that are part of an index.
 * @throws a 400 error if they are too long for an index entry
 */
export function requireFindable({ ref, target, deployTo = '' }: FoundBy): void {
  if (Buffer.byteLength(ref) > maxRefBytes || Buffer.byteLength(target) > maxRefBytes) {
    throw badRequest(`The name of a branch or tag has at most ${maxRefBytes} bytes`);
  }
  if (deployTo.length > maxTargetLength) {
    throw badRequest(`The name of an environment has at most ${maxTargetLength} characters`);
  }
}
