import type { Repo } from '../../domain/repo.ts';
import { NobodyHasAccessError } from './forge-errors.ts';

/** Makes a call to the forge. Checks the repository at once if the forge does not find it, or no account has access. */
export async function checkIfUnseen<Result>(
  checkRepo: (repo: Repo) => Promise<void>,
  repo: Repo,
  call: () => Promise<Result | null>,
): Promise<Result | null> {
  try {
    const result = await call();
    if (result === null) await checkRepo(repo);
    return result;
  } catch (error) {
    if (error instanceof NobodyHasAccessError) await checkRepo(repo);
    throw error;
  }
}
