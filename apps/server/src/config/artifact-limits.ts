import type { ArtifactLimits } from '../domain/artifact-limits.ts';
import { type Environment, readWhole } from './read-variable.ts';
import { readRetention } from './retention-limits.ts';

const megabyte = 1_000_000;
/** Maximum size of one upload to S3, in megabytes. */
const maxFileMb = 5000;
const maxMb = 1_000_000_000;

/** Reads the maximum size of the files that a failed step stores for its replay; 0 for none. */
export function readReplayFilesBytes(env: Environment): number {
  return readWhole(env, 'MILLRACE_REPLAY_FILES_MB', 200, 0, maxFileMb) * megabyte;
}

/** Reads the limits for artifacts of each repository. */
export function readArtifactLimits(env: Environment): ArtifactLimits {
  const readMb = (name: string, or: number, max = maxMb) =>
    readWhole(env, `MILLRACE_ARTIFACT_${name}`, or, 0, max) * megabyte;
  return {
    days: readRetention(env).limits.artifact_days,
    fileBytes: readMb('FILE_MB', 2000, maxFileMb),
    buildBytes: readMb('BUILD_MB', 10_000),
    repoBytes: readMb('REPO_MB', 100_000),
  };
}
