import type { User } from '../../domain/user.ts';
import { Port } from '../../port.ts';

/** Repositories of the built-in forge. */
export interface GitHostingPort {
  /** Creates a repository in the built-in forge, unless it exists. */
  addHostedRepo: (owner: User, namespace: string, name: string) => Promise<void>;
}

export const gitHostingPort = new Port<GitHostingPort>('git-hosting');
