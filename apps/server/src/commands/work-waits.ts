/** Note after a restore or an import. */
export const workWaits =
  'Builds, cron jobs, webhooks, commit statuses and messages wait. Start them with "millrace resume".';
