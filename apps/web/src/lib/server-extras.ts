import type { Build } from '@millrace/contract/api';

/** Whether the server that gave this build knows the calls that no other server has. */
export function hasExtras(build: Pick<Build, 'attempt'> | undefined): boolean {
  return build?.attempt !== undefined;
}
