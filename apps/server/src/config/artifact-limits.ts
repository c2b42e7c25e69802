import type { ArtifactLimits } from '@millrace/build-host/files/artifact-limits';
import { maxUploadMb } from '@millrace/build-host/files/max-upload';
import { defineSettings } from '@millrace/node-kit/settings/define-settings';
import {
  type Environment,
  readSetting,
  readSettings,
} from '@millrace/node-kit/settings/read-settings';
import { retentionLimitSettings } from './retention-limits.ts';

export const artifactSettings = defineSettings({
  fileBytes: {
    name: 'MILLRACE_ARTIFACT_FILE_MB',
    kind: 'megabytes',
    default: 2000,
    min: 0,
    max: maxUploadMb,
    text: 'Maximum size of an artifact in megabytes, up to 5000.',
  },
  buildBytes: {
    name: 'MILLRACE_ARTIFACT_BUILD_MB',
    kind: 'megabytes',
    default: 10_000,
    min: 0,
    max: 1_000_000_000,
    text: 'Artifact quota of a build in megabytes.',
  },
  repoBytes: {
    name: 'MILLRACE_ARTIFACT_REPO_MB',
    kind: 'megabytes',
    default: 100_000,
    min: 0,
    max: 1_000_000_000,
    text: 'Artifact quota of a repository in megabytes.',
  },
});

export const reportSettings = defineSettings({
  addressMinutes: {
    name: 'MILLRACE_REPORT_MINUTES',
    kind: 'whole',
    default: 240,
    min: 1,
    max: 1440,
    text: 'Minutes for which the address of an opened [HTML report](pipelines.md#html-reports) is valid, up to 1440.',
  },
});

/** Reads how long the address of an HTML report is valid, in milliseconds. */
export function readReportAddressMs(env: Environment): number {
  return readSettings(env, reportSettings).addressMinutes * 60_000;
}

/** Reads the limits for artifacts of each repository. */
export function readArtifactLimits(env: Environment): ArtifactLimits {
  return {
    days: readSetting(env, retentionLimitSettings.artifact_days),
    ...readSettings(env, artifactSettings),
  };
}
