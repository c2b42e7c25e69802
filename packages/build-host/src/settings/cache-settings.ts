import { defineSettings } from '@millrace/node-kit/settings/define-settings';
import { maxUploadMb } from '../files/max-upload.ts';

/** Limits for the caches of each repository. */
export const cacheSettings = defineSettings({
  entryBytes: {
    name: 'MILLRACE_CACHE_ENTRY_MB',
    kind: 'megabytes',
    default: 2000,
    min: 0,
    max: maxUploadMb,
    text: 'Maximum size of a compressed cache in megabytes, up to 5000; `0` for no caches.',
  },
  repoBytes: {
    name: 'MILLRACE_CACHE_REPO_MB',
    kind: 'megabytes',
    default: 10_000,
    min: 0,
    max: 1_000_000_000,
    text: 'Cache quota of a repository in megabytes.',
  },
  days: {
    name: 'MILLRACE_CACHE_DAYS',
    kind: 'whole',
    default: 14,
    min: 0,
    max: 36_500,
    text: 'Days after its last use at which a cache is deleted; `0` for no limit.',
  },
});
