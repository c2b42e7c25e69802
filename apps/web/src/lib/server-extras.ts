import type { Build } from '@millrace/contract/api';

/** Returns whether the server that returned this build supports the API extensions of Millrace. */
export function hasExtras(build: Pick<Build, 'attempt'> | undefined): boolean {
  return build?.attempt !== undefined;
}
