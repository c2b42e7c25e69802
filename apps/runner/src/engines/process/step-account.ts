import { execFileSync } from 'node:child_process';
import { StartError } from '../../shared/start-error.ts';

/** The account of the system that steps run as, where it is not the runner's own. */
export interface StepAccount {
  name: string;
  uid: number;
  gid: number;
}

/** Throws {@link StartError} where steps cannot run as this account. */
export function findStepAccount(name: string): StepAccount {
  if (process.getuid?.() !== 0) {
    throw new StartError(
      'MILLRACE_EXEC_USER is for a runner that root starts: only root may run steps as somebody else.',
    );
  }
  const ask = (option: string) =>
    Number(execFileSync('id', [option, '--', name], { encoding: 'utf8', stdio: 'pipe' }));
  try {
    const account = { name, uid: ask('-u'), gid: ask('-g') };
    if (account.uid !== 0) return account;
  } catch {
    throw new StartError(`MILLRACE_EXEC_USER names ${name}, an account that does not exist.`);
  }
  throw new StartError(`MILLRACE_EXEC_USER names ${name}, which is root: name another account.`);
}
