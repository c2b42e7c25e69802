/** Schedules that people choose from. A command line stores any cron expression. */
export const schedules = ['@hourly', '@daily', '@weekly', '@monthly', '@yearly'] as const;
export type Schedule = (typeof schedules)[number];
