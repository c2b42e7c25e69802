import { defineSettings } from '@millrace/node-kit/settings/define-settings';

export const ownerSettings = defineSettings({
  running: {
    name: 'MILLRACE_OWNER_RUNNING',
    kind: 'whole',
    default: 0,
    min: 0,
    max: 1_000_000,
    text: 'Maximum number of running stages of all repositories of an organization or account; `0` is no limit. An administrator can set others for some.',
  },
  storageBytes: {
    name: 'MILLRACE_OWNER_STORAGE_MB',
    kind: 'megabytes',
    default: 0,
    min: 0,
    max: 1_000_000_000,
    text: 'Maximum size in megabytes of the logs, artifacts, caches and git repositories of an organization or account; `0` is no limit. An administrator can set others for some.',
  },
});
