import type { CacheLookup } from '@millrace/contract/api';
import type { CacheMissReason } from '@millrace/contract/cache';

/** English texts about caches. */
export const enCaches = {
  title: 'Caches',
  usage: (used: string, quota: string) => `${used} of ${quota} are in use.`,
  expiry: (days: number) =>
    days === 1
      ? 'A cache is deleted a day after its last use.'
      : `A cache is deleted ${days} days after its last use.`,
  empty: 'No Caches',
  emptyDetail: 'Pipelines store files for later builds with the key cache.',
  key: 'Key',
  scope: 'Scope',
  size: 'Size',
  build: 'Build',
  created: 'Created',
  lastUsed: 'Last used',
  hits: 'Hits',
  deleteQuestion: 'Are you sure you want to delete this cache?',
  deleteDetail: (key: string) => `The next build with the key ${key} starts without it.`,
  deleteAll: 'Delete all',
  deleteAllQuestion: 'Are you sure you want to delete all caches?',
  deleteAllDetail: (slug: string) => `The next builds of ${slug} start without caches.`,
  deleted: 'Cache has been deleted',
  allDeleted: 'Caches have been deleted',
  deleteFailed: (message: string) => `Unable to delete: ${message}`,
  limits: 'Limits',
  days: 'Days after the last use',
  quota: 'All caches of this repository, in MB',
  server: (value: number) => `The limit of the server is ${value.toLocaleString('en')}.`,
  noExpiry: 'The server has no time limit.',
  saved: 'Limits have been saved',
  saveFailed: (message: string) => `Unable to save limits: ${message}`,
  lookups: 'Lookups',
  noLookups: 'No Lookups',
  noLookupsDetail: 'Searches of steps for caches are listed here, with the reason of each miss.',
  step: 'Step',
  result: 'Result',
  time: 'Time',
  results: { hit: 'Hit', partial: 'Partial hit', miss: 'Miss' } satisfies Record<
    CacheLookup['result'],
    string
  >,
  foundKey: (key: string) => `Restored ${key}`,
  reasons: {
    no_entry: 'No build has stored it',
    other_paths: 'Stored for other paths',
    other_scope: 'Only another branch or pull request has it',
    missing_file: 'A file of its checksum is missing',
  } satisfies Record<CacheMissReason, string>,
  missingFiles: (files: string) => `Not found: ${files}`,
};

export type CacheMessages = typeof enCaches;
