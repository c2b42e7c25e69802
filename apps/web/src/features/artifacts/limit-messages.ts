import { text } from '../../lib/i18n/texts.ts';

/** Texts of the limits of files. */
export const artifactLimitMessages = {
  title: text('Artifacts', '产物'),
  used: text(
    (size: string) => `${size} are kept of this repository now.`,
    (size) => `此仓库当前保留 ${size}。`,
  ),
  names: {
    days: text('Days that files are kept', '文件保留天数'),
    file_bytes: text('Largest file, in MB', '单个文件上限（MB）'),
    build_bytes: text('All files of a build, in MB', '一次构建的全部文件上限（MB）'),
    repo_bytes: text('All files of this repository, in MB', '此仓库的全部文件上限（MB）'),
  },
  server: text(
    (value: number) => `The server keeps up to ${value.toLocaleString('en')}.`,
    (value) => `服务器最多保留 ${value.toLocaleString('zh-CN')}。`,
  ),
  forEver: text('The server keeps them without a time limit.', '服务器永久保留文件。'),
  saved: text('Saved', '已保存'),
};
