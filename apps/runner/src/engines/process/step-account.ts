import { execFileSync } from 'node:child_process';
import { StartError } from '@millrace/node-kit/start-error';

/** System account that runs the steps, if it is not the runner's own. */
export interface StepAccount {
  name: string;
  uid: number;
  gid: number;
}

/** Throws {@link StartError} if steps cannot run as this account. */
export function findStepAccount(name: string): StepAccount {
  if (process.getuid?.() !== 0) {
    throw new StartError(
      'MILLRACE_EXEC_USER needs a runner started by root: only root may run steps as another account.',
    );
  }
  const ask = (option: string) =>
    Number(execFileSync('id', [option, '--', name], { encoding: 'utf8', stdio: 'pipe' }));
  try {
    const account = { name, uid: ask('-u'), gid: ask('-g') };
    if (account.uid !== 0) return account;
  } catch {
    throw new StartError(`MILLRACE_EXEC_USER is ${name}, but that account does not exist.`);
  }
  throw new StartError(`MILLRACE_EXEC_USER is ${name}, which is root. Use another account.`);
}
