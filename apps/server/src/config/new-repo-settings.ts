import type { Visibility } from '@millrace/contract/vocabulary';
import { type Environment, readChoice, readList } from './read-variable.ts';

/** Settings of repositories that are synced from a remote forge for the first time. */
export interface NewRepoSettings {
  /** Visibility of repositories that are public at the forge. Others are private. */
  visibility: Visibility;
  isTrusted: boolean;
  /** Patterns of namespaces, and of repositories if they have a slash, in lower case; empty for all. */
  filter: string[];
}

export function readNewRepoSettings(env: Environment): NewRepoSettings {
  return {
    visibility: readChoice(env, 'MILLRACE_REPO_VISIBILITY', ['public', 'internal', 'private']),
    isTrusted: readChoice(env, 'MILLRACE_REPO_TRUSTED', ['no', 'yes']) === 'yes',
    filter: readList(env, 'MILLRACE_REPO_FILTER').map((pattern) => pattern.toLowerCase()),
  };
}
