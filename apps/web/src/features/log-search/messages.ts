import { text } from '../../lib/i18n/texts.ts';

/** Texts of the search in all logs of a build. */
export const logSearchMessages = {
  title: text('Search all logs', '搜索全部日志'),
  results: text('Lines that were found', '找到的日志行'),
  hint: text(
    (steps: number) =>
      `Type to look through the ${steps === 1 ? 'log of the step' : `logs of ${steps} steps`}.`,
    (steps) => `输入文字，搜索 ${steps} 个步骤的日志。`,
  ),
  searching: text('Searching…', '正在搜索…'),
  lines: text(
    (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'line' : 'lines'}`,
    (count) => `${count.toLocaleString('zh-CN')} 行`,
  ),
  found: text(
    (lines: number, steps: number) =>
      lines === 0
        ? 'No line matches'
        : `${lines.toLocaleString('en')} ${lines === 1 ? 'line' : 'lines'} in ${steps} ${steps === 1 ? 'step' : 'steps'}`,
    (lines, steps) =>
      lines === 0 ? '没有匹配的行' : `${steps} 个步骤中共 ${lines.toLocaleString('zh-CN')} 行`,
  ),
  more: text(
    (count: number) =>
      `${count.toLocaleString('en')} more ${count === 1 ? 'line is' : 'lines are'} not listed. Search for something longer, or in the log itself.`,
    (count) =>
      `还有 ${count.toLocaleString('zh-CN')} 行未列出。请输入更长的文字，或在该日志中搜索。`,
  ),
  stopped: {
    time: text(
      'The search timed out before it reached every line. Try a simpler expression.',
      '搜索耗时过长，未能检查所有行。更简单的表达式会更快。',
    ),
    memory: text(
      'The search ran out of memory before it reached every line. Try a simpler expression.',
      '搜索占用内存过多，未能检查所有行。更简单的表达式占用更少。',
    ),
  },
};
