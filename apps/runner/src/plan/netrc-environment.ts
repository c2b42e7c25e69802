import type { StageDetails } from '@millrace/contract/runner';
import type { Environment } from './stage-plan.ts';

/**
 * Returns credentials as variables, for git and for plugins in containers, which cannot read the home
 * directory on the host.
 */
export function netrcEnvironment({ netrc }: StageDetails): Environment {
  if (!netrc) return {};
  const { machine, login, password } = netrc;
  return {
    DRONE_NETRC_MACHINE: machine,
    DRONE_NETRC_USERNAME: login,
    DRONE_NETRC_PASSWORD: password,
    DRONE_NETRC_FILE: `machine ${machine} login ${login} password ${password}`,
  };
}
