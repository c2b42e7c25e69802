import type { ExpirableData } from '@millrace/contract/retention';
import { text } from '../../lib/i18n/texts.ts';

const deleted: Record<ExpirableData, string> = {
  log: 'logs',
  artifact: 'files',
  test: 'test results',
};

const deletedInChinese = { log: '日志', artifact: '文件', test: '测试结果' };

/** Texts about data of builds that retention has deleted. */
export const expiredMessages = {
  expired: text(
    (data: readonly ExpirableData[]) =>
      `Retention deleted the ${new Intl.ListFormat('en').format(data.map((each) => deleted[each]))} of this build.`,
    (data) =>
      `保留规则已删除此构建的${new Intl.ListFormat('zh-CN').format(data.map((each) => deletedInChinese[each]))}。`,
  ),
};
