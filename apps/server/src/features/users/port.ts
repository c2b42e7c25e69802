import type { Db } from '../../db/database.ts';
import { Port } from '../../port.ts';

/** Namespaces, which appear and disappear with accounts and repositories. */
export interface UsersPort {
  /** Runs a job that adds or removes repositories, one job at a time on all servers. */
  changeNamespaces: <Result>(job: () => Promise<Result>) => Promise<Result>;
  /**
   * Deletes all data in a namespace that has no repositories.
   *
   * @param remove removes the owner of the namespace, or throws if that must not be; called in the transaction
   */
  deleteNamespace: (name: string, remove: (trx: Db) => Promise<void>) => Promise<void>;
}

export const usersPort = new Port<UsersPort>('users');
