import type { ArtifactLimits } from '../domain/artifact-limits.ts';
import { type Environment, readWhole } from './read-variable.ts';

const megabyte = 1_000_000;
/** What a store takes with one call. */
const largestFileMb = 5000;
const largestMb = 1_000_000_000;

/** How much of what steps leave is kept of each repository at most. */
export function readArtifactLimits(env: Environment): ArtifactLimits {
  const readMb = (name: string, or: number, max = largestMb) =>
    readWhole(env, `MILLRACE_ARTIFACT_${name}`, or, 0, max) * megabyte;
  return {
    days: readWhole(env, 'MILLRACE_ARTIFACT_DAYS', 90, 0, 36_500),
    fileBytes: readMb('FILE_MB', 2000, largestFileMb),
    buildBytes: readMb('BUILD_MB', 10_000),
    repoBytes: readMb('REPO_MB', 100_000),
  };
}
