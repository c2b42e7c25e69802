/** Schedules that the UI offers. The API accepts any cron expression. */
export const schedules = ['@hourly', '@daily', '@weekly', '@monthly', '@yearly'] as const;
export type Schedule = (typeof schedules)[number];
