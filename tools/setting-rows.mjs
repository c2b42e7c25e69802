import { runnerSettings } from '@millrace/runner/settings/runner-settings';
import { loggerSettings, sharedSettings } from '@millrace/runner/settings/shared-settings';
import { settingRows, settingTables } from '../apps/server/src/config/settings.ts';

/** Settings of the server and of runners, by the tables of the docs. */
export const allTables = {
  ...settingTables,
  runner: [runnerSettings, loggerSettings, sharedSettings],
};

/** Rows of the server and of runners by the names of their variables. */
export const rowsByName = Map.groupBy(
  [...settingRows, ...Object.values(runnerSettings)],
  ({ name }) => name,
);
