import { maxUploadMb } from '@millrace/build-host/files/max-upload';
import { terminalLimits } from '@millrace/contract/terminals';
import { defineSettings } from '@millrace/node-kit/settings/define-settings';

/** Data of failed steps, and the free space of the disk. */
export const storageSettings = defineSettings({
  replayFilesBytes: {
    name: 'MILLRACE_REPLAY_FILES_MB',
    kind: 'megabytes',
    default: 200,
    min: 0,
    max: maxUploadMb,
    text: 'Maximum size of the compressed files that a failed step stores for its [replay](commands.md#files-of-earlier-steps), in megabytes, up to 5000; `0` for none.',
  },
  terminalMinutes: {
    name: 'MILLRACE_TERMINAL_MINUTES',
    kind: 'whole',
    default: terminalLimits.keptSec / 60,
    min: 0,
    max: 240,
    text: 'Minutes for which the environment of a failed step is kept for [terminals](failing-builds.md#terminals), up to 240; `0` turns terminals off.',
  },
  diskReserveBytes: {
    name: 'MILLRACE_DISK_RESERVE_MB',
    kind: 'megabytes',
    default: 500,
    min: 0,
    max: 1_000_000,
    text: 'Disk space that artifacts, caches and logs leave free, so that sign-ins, cancels and deletions still work; `0` for none.',
  },
});
