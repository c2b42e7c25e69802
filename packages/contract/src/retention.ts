/** Data of builds that retention can delete while the build remains. */
export const expirableData = ['log', 'artifact', 'test'] as const;
export type ExpirableData = (typeof expirableData)[number];

/** Kinds of limited data: whole builds, and the data that it can delete before the build. */
export const retainedData = ['build', ...expirableData] as const;
export type RetainedData = (typeof retainedData)[number];

/** Names of the retention limits: for each kind, an age in days and a number of builds. */
export const retentionNames = [
  'build_days',
  'build_count',
  'log_days',
  'log_count',
  'artifact_days',
  'artifact_count',
  'test_days',
  'test_count',
] as const satisfies readonly `${RetainedData}_${'days' | 'count'}`[];
export type RetentionName = (typeof retentionNames)[number];

/** A hundred years, and more builds than any repository has. */
export const maxRetention = { days: 36_500, count: 100_000_000 } as const;

/** Returns the maximum value of a limit. */
export function maxRetentionOf(name: RetentionName): number {
  return name.endsWith('_days') ? maxRetention.days : maxRetention.count;
}
