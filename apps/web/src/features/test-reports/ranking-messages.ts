import type { RepoTestOrder } from '@millrace/contract/api';
import { type Text, text } from '../../lib/i18n/texts.ts';

/** Texts of the order of the tests of a repository. */
export const rankingMessages = {
  orders: {
    failed: text('Most failures first', '失败最多优先'),
    flaky: text('Most flaky first', '最不稳定优先'),
    duration: text('Slowest first', '最慢优先'),
  } satisfies Record<RepoTestOrder, Text>,
  note: text(
    'In up to 100 of the latest builds with test reports, whatever the time above',
    '最近最多 100 个带测试报告的构建，与上方时间无关',
  ),
  all: text('All tests', '所有测试'),
};
