import type { Visibility } from '@millrace/contract/vocabulary';
import { defineSettings } from '@millrace/node-kit/settings/define-settings';
import { type Environment, readSettings } from '@millrace/node-kit/settings/read-settings';

/** Settings of repositories that are synced from a remote forge for the first time. */
export interface NewRepoSettings {
  /** Visibility of repositories that are public at the forge. Others are private. */
  visibility: Visibility;
  isTrusted: boolean;
  /** Patterns of namespaces, and of repositories if they have a slash, in lower case; empty for all. */
  filter: string[];
}

export const newRepoSettings = defineSettings({
  visibility: {
    name: 'MILLRACE_REPO_VISIBILITY',
    kind: 'choice',
    choices: ['public', 'internal', 'private'],
    default: 'public',
    text: 'Visibility of repositories that are public at the forge when they are first synced, or become public there: `public`, `internal` or `private`. Private ones stay private.',
  },
  trusted: {
    name: 'MILLRACE_REPO_TRUSTED',
    kind: 'choice',
    choices: ['no', 'yes'],
    default: 'no',
    text: '`yes` makes repositories trusted when they are first synced from a remote forge.',
  },
  filter: {
    name: 'MILLRACE_REPO_FILTER',
    kind: 'list',
    unset: 'all',
    text: 'Organizations and repositories that are synced from a remote forge: `acme,tools/ci-*`. Repositories that the server already knows stay.',
  },
});

export function readNewRepoSettings(env: Environment): NewRepoSettings {
  const { visibility, trusted, filter } = readSettings(env, newRepoSettings);
  return {
    visibility,
    isTrusted: trusted === 'yes',
    filter: filter.map((pattern) => pattern.toLowerCase()),
  };
}
