import { Port } from '../../port.ts';

/** Namespaces, which appear and disappear with accounts and repositories. */
export interface UsersPort {
  /** Runs a job that adds or removes repositories, one job at a time on all servers. */
  changeNamespaces: <Result>(job: () => Promise<Result>) => Promise<Result>;
}

export const usersPort = new Port<UsersPort>('users');
