import { groupSettings } from '@millrace/node-kit/settings/group-settings';
import { readSetting } from '@millrace/node-kit/settings/read-settings';
import { expect, it } from 'vitest';
import { settingRows, settingTables } from './settings.ts';

it('has one row for each variable', () => {
  const names = settingRows.map(({ name }) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  expect(names.filter((name) => !/^MILLRACE_[A-Z0-9_]+$/.test(name))).toEqual([]);
});

it('describes each setting', () => {
  const groups = Object.values(settingTables)
    .flat()
    .flatMap((rows) => groupSettings([rows]));
  expect(groups.filter(([row]) => !row?.text)).toEqual([]);
});

it.each(settingRows.filter((row) => row.default !== undefined))(
  'has a valid default for $name',
  (row) => {
    expect(readSetting({}, row)).toBeDefined();
  },
);
