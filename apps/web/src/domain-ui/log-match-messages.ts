import { text } from '../lib/i18n/texts.ts';

/** Texts about matches in logs. */
export const logMatchMessages = {
  matches: text(
    (current: number, count: number) =>
      count === 0
        ? 'No matches'
        : `${current.toLocaleString('en')} of ${count.toLocaleString('en')}`,
    (current, count) =>
      count === 0
        ? '无匹配'
        : `第 ${current.toLocaleString('zh-CN')} 个，共 ${count.toLocaleString('zh-CN')} 个`,
  ),
  matchCase: text('Match case', '区分大小写'),
  regExp: text('Regular expression', '正则表达式'),
  previousMatch: text('Previous match', '上一个匹配'),
  nextMatch: text('Next match', '下一个匹配'),
};
