import type { TestFilter } from '@millrace/contract/api';
import type { TestStatus } from '@millrace/contract/vocabulary';
import { type Text, text } from '../../lib/i18n/texts.ts';

/** Texts about tests. */
export const testMessages = {
  title: text('Tests', '测试'),
  show: text('Show tests', '显示测试'),
  filters: {
    all: text('All', '全部'),
    failed: text('Failed', '失败'),
    new: text('New', '新失败'),
    flaky: text('Flaky', '不稳定'),
    passed: text('Passed', '通过'),
    skipped: text('Skipped', '跳过'),
  } satisfies Record<TestFilter | 'all', Text>,
  statuses: {
    passed: text('Passed', '通过'),
    failed: text('Failed', '失败'),
    error: text('Error', '错误'),
    skipped: text('Skipped', '跳过'),
  } satisfies Record<TestStatus, Text>,
  words: text('Filter by name', '按名称筛选'),
  branch: text('Branch', '分支'),
  anyBranch: text('Any branch', '所有分支'),
  order: text('Order', '排序'),
  orders: {
    status: text('Failed first', '失败优先'),
    duration: text('Slowest first', '最慢优先'),
  },
  found: text(
    (count: number) => (count === 1 ? '1 test' : `${count} tests`),
    (count) => `${count} 个测试`,
  ),
  failed: text('The tests could not be loaded', '无法加载测试'),
  nothingTitle: text('No test matches', '没有匹配的测试'),
  nothing: text(
    'Try fewer filters, or another part of the name.',
    '请减少筛选条件，或尝试名称的其他部分。',
  ),
  emptyTitle: text('No test results yet', '还没有测试结果'),
  empty: text(
    'The tests of your builds appear here, those that fail most often first.',
    '构建的测试会显示在这里，失败最多的排在最前。',
  ),
  problems: text(
    (count: number) =>
      count === 1
        ? 'A test report could not be read completely:'
        : `${count} test reports could not be read completely:`,
    (count) => `有 ${count} 个测试报告未能完整读取：`,
  ),
  isNew: text('new', '新'),
  isFlaky: text('flaky', '不稳定'),
  wasRerun: text('passed when it ran again', '重新运行后通过'),
  details: text('Details', '详情'),
  output: text('Output', '输出'),
  openLog: text('Open the log', '打开日志'),
  failedTests: text(
    (failed: number, isNew: number) =>
      `${failed} ${failed === 1 ? 'test' : 'tests'} failed${isNew > 0 ? `, ${isNew} of them new` : ''}`,
    (failed, isNew) => `${failed} 个测试失败${isNew > 0 ? `，其中 ${isNew} 个是新的` : ''}`,
  ),
  failedOf: text(
    (failed: number, ran: number, percent: number) => `failed ${failed} of ${ran} (${percent}%)`,
    (failed, ran, percent) => `${ran} 次中失败 ${failed} 次 (${percent}%)`,
  ),
  flakyOf: text(
    (percent: number) => `${percent}% flaky`,
    (percent) => `${percent}% 不稳定`,
  ),
  median: text('Median duration', '耗时中位数'),
  inLastBuilds: text(
    (builds: number, failed: number, passed: number) =>
      `In the last ${builds === 1 ? 'build' : `${builds} builds`}: ${failed} failed, ${passed} passed`,
    (builds, failed, passed) => `最近 ${builds} 次构建：失败 ${failed} 次，通过 ${passed} 次`,
  ),
};
