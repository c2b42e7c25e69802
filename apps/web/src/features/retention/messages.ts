import type { RetainedData } from '@millrace/contract/retention';
import { type Text, text } from '../../lib/i18n/texts.ts';

const count = (value: number) => value.toLocaleString('en');

const countInChinese = (value: number) => value.toLocaleString('zh-CN');

const builds = (value: number) => (value === 1 ? '1 build' : `${count(value)} builds`);

const kinds: Record<RetainedData, Text> = {
  build: text('Builds', '构建'),
  log: text('Logs', '日志'),
  artifact: text('Files', '文件'),
  test: text('Test Results', '测试结果'),
};

/** Texts about retention. */
export const retentionMessages = {
  title: text('Retention', '数据保留'),
  hint: text(
    'Data is deleted when it exceeds either limit. Without a value, the limit of the server applies; 0 means no limit.',
    '数据超过任一限制时会被删除。留空则使用服务器的限制；0 表示不限制。',
  ),
  always: text(
    (deployments: number) =>
      `Always retained: pinned and unfinished builds, the newest build and the newest success of each branch, and the last ${count(deployments)} deployments of each environment.`,
    (deployments) =>
      `始终保留：固定的构建、未完成的构建、每个分支最新的构建和最新的成功构建，以及每个环境最近 ${countInChinese(deployments)} 次部署。`,
  ),
  kinds,
  days: text('Maximum age in days', '最长天数'),
  count: text('Number of newest builds', '最新构建数'),
  server: text(
    (value: number) => (value === 0 ? 'Server: no limit.' : `Server: ${count(value)}.`),
    (value) => (value === 0 ? '服务器：不限制。' : `服务器：${countInChinese(value)}。`),
  ),
  beyond: text(
    (value: number) => `Server: ${count(value)}. This repository may exceed it.`,
    (value) => `服务器：${countInChinese(value)}。此仓库可以超过该限制。`,
  ),
  exceeds: text(
    (value: number) =>
      `The server allows ${count(value)} at most. Ask a system administrator for more.`,
    (value) => `服务器最多允许 ${countInChinese(value)}。如需更多，请联系系统管理员。`,
  ),
  preview: text('Preview', '预览'),
  counting: text('Counting what would be deleted …', '正在统计将删除的数据…'),
  previewTitle: text('With these limits', '使用这些限制'),
  nothing: text('Nothing would be deleted now.', '目前不会删除任何数据。'),
  wouldDelete: {
    build: text(
      (number: number, size: string) => `${builds(number)} would be deleted, ${size} in total.`,
      (number, size) => `将删除 ${countInChinese(number)} 个构建，共 ${size}。`,
    ),
    log: text(
      (number: number, size: string) => `Logs of ${builds(number)}, ${size}.`,
      (number, size) => `${countInChinese(number)} 个构建的日志，${size}。`,
    ),
    artifact: text(
      (number: number, size: string) => `Files of ${builds(number)}, ${size}.`,
      (number, size) => `${countInChinese(number)} 个构建的文件，${size}。`,
    ),
    test: text(
      (number: number, size: string) => `Test results of ${builds(number)}, ${size}.`,
      (number, size) => `${countInChinese(number)} 个构建的测试结果，${size}。`,
    ),
  } satisfies Record<RetainedData, Text<(number: number, size: string) => string>>,
  unreadable: text(
    (number: number) =>
      `The data of ${builds(number)} cannot be read and is not deleted. The log of the server says why after each hourly run.`,
    (number) =>
      `${countInChinese(number)} 个构建的数据无法读取，因此不会被删除。每小时运行后，服务器日志会说明原因。`,
  ),
  saved: text('The retention has been saved', '保留规则已保存'),
  saveQuestion: text('Delete old data?', '删除旧数据？'),
  saveDetail: text(
    'After you save, the next hourly run deletes this data. It cannot be restored.',
    '保存后，下一次每小时的运行会删除这些数据，且无法恢复。',
  ),
};
