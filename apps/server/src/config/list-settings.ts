import type { SettingRow } from '@millrace/node-kit/settings/define-settings';
import { groupSettings } from '@millrace/node-kit/settings/group-settings';
import type { Environment } from '@millrace/node-kit/settings/read-settings';
import { settingTables } from './settings.ts';

/** A variable with the value in force, for administrators. */
export interface Setting {
  name: string;
  /** Empty for a secret. */
  value: string;
  isSecret: boolean;
  /** Whether the environment contains the variable. */
  isSet: boolean;
  /** Value without the variable, or a description of it. */
  usual: string;
  /** Meaning. */
  text: string;
}

/** Lists all settings by name. */
export function listSettings(env: Environment): Setting[] {
  return groupSettings(Object.values(settingTables).flat())
    .flatMap((group) => group.map((row) => toSetting(row, group[0]?.text ?? '', env[row.name])))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

function toSetting(row: SettingRow, text: string, given: string | undefined): Setting {
  const usual = String(row.default ?? '');
  return {
    name: row.name,
    value: row.secret ? '' : given || usual,
    isSecret: row.secret ?? false,
    isSet: Boolean(given),
    usual: toPlainText(row.unset ?? usual),
    text: toPlainText(text),
  };
}

/** Removes the Markdown of the docs: links and code. */
function toPlainText(markdown: string): string {
  return markdown.replace(/\[([^\]]+)\]\([^)]+\)/g, '$1').replaceAll('`', '');
}
