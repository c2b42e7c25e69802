import { badRequest } from '../shared/errors.ts';

interface FoundBy {
  ref: string;
  target: string;
  deployTo?: string | undefined;
}

const mostRefBytes = 1000;
const mostDeployCharacters = 250;

/**
 * Checks the fields that are part of an index.
 * @throws a 400 error if they are too long for an index entry
 */
export function requireFindable({ ref, target, deployTo = '' }: FoundBy): void {
  if (Buffer.byteLength(ref) > mostRefBytes || Buffer.byteLength(target) > mostRefBytes) {
    throw badRequest(`The name of a branch or tag has at most ${mostRefBytes} bytes`);
  }
  if (deployTo.length > mostDeployCharacters) {
    throw badRequest(`The name of an environment has at most ${mostDeployCharacters} characters`);
  }
}
