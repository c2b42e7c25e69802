import { badRequest } from '../shared/errors.ts';

interface FoundBy {
  ref: string;
  target: string;
  deployTo?: string | undefined;
}

const mostRefBytes = 1000;
const mostDeployCharacters = 250;

/** Throws 400 where what a build is found by would not fit an entry of an index, of which all are part. */
export function requireFindable({ ref, target, deployTo = '' }: FoundBy): void {
  if (Buffer.byteLength(ref) > mostRefBytes || Buffer.byteLength(target) > mostRefBytes) {
    throw badRequest(`The name of a branch or tag has at most ${mostRefBytes} bytes`);
  }
  if (deployTo.length > mostDeployCharacters) {
    throw badRequest(`The name of an environment has at most ${mostDeployCharacters} characters`);
  }
}
