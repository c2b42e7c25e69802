import type { SettingRow, SettingRows } from './define-settings.ts';

/** Groups the rows that share a text. */
export function groupSettings(tables: readonly SettingRows[]): SettingRow[][] {
  const groups: SettingRow[][] = [];
  for (const row of tables.flatMap((rows) => Object.values(rows))) {
    const last = groups.at(-1);
    if (row.text === undefined && last) last.push(row);
    else groups.push([row]);
  }
  return groups;
}
