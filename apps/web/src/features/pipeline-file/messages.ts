import { text } from '../../lib/i18n/texts.ts';

/** Texts about the pipeline file of a build. */
export const pipelineFileMessages = {
  title: text('Pipeline file', '流水线文件'),
  version: text('Version of the file', '文件版本'),
  asRead: text('As read', '读取时'),
  asConverted: text('As converted', '转换后'),
  excerpt: text(
    (path: string, line: number) => `${path} around line ${line}`,
    (path: string, line: number) => `${path} 第 ${line} 行附近`,
  ),
  hints: {
    quote: text(
      'A text with ": " in it is read as a key and its value. Put quotes around it.',
      '含有“: ”的文本会被当作键和值，请加上引号。',
    ),
    tabs: text('Indent with spaces: YAML takes no tabs.', '请用空格缩进：YAML 不接受制表符。'),
    indentation: text(
      'Lines of one list or mapping begin in the same column.',
      '同一列表或映射的各行须从同一列开始。',
    ),
  },
};
