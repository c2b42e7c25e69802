import { text } from '../../lib/i18n/texts.ts';

/** Texts about the files of a build. */
export const artifactMessages = {
  title: text('Artifacts', '产物'),
  filter: text('Filter files', '筛选文件'),
  noMatch: text('No file matches', '没有匹配的文件'),
  files: text(
    (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'file' : 'files'}`,
    (count) => `${count.toLocaleString('zh-CN')} 个文件`,
  ),
  firstOf: text(
    (shown: number, total: number) =>
      `First ${shown.toLocaleString('en')} of ${total.toLocaleString('en')} files`,
    (shown, total) =>
      `显示前 ${shown.toLocaleString('zh-CN')} 个文件，共 ${total.toLocaleString('zh-CN')} 个`,
  ),
  firstFound: text(
    (shown: number) => `First ${shown.toLocaleString('en')} matches`,
    (shown) => `显示前 ${shown.toLocaleString('zh-CN')} 个匹配的文件`,
  ),
  download: text('Download', '下载'),
  downloadAll: text('Download all', '全部下载'),
  downloadFile: text(
    (path: string) => `Download ${path}`,
    (path) => `下载 ${path}`,
  ),
  downloadStep: text(
    (step: string) => `Download the files of ${step}`,
    (step) => `下载 ${step} 的文件`,
  ),
  open: text('Open', '打开'),
  openFile: text(
    (path: string) => `Open ${path} with its scripts in a new tab`,
    (path) => `在新标签页中打开 ${path} 并运行其脚本`,
  ),
  openStep: text(
    (step: string) => `Open the files of ${step} in a new tab`,
    (step) => `在新标签页中打开 ${step} 的文件`,
  ),
  size: text('Size', '大小'),
  type: text('Type', '类型'),
  copied: text('Copied', '已复制'),
  content: text(
    (path: string) => `Content of ${path}`,
    (path) => `${path} 的内容`,
  ),
  empty: text('This file is empty.', '此文件为空。'),
  part: text(
    (lines: number, size: string) =>
      `The first ${lines.toLocaleString('en')} lines of ${size} are shown. Download the file for the rest.`,
    (lines, size) =>
      `共 ${size}，仅显示前 ${lines.toLocaleString('zh-CN')} 行。其余内容请下载文件查看。`,
  ),
  pageNote: text(
    'Shown without scripts, and without anything that lies outside of this file. Open it to use both.',
    '此处不运行脚本，也不加载此文件之外的内容。如需使用，请打开文件。',
  ),
  notShown: text('This file cannot be shown here', '此文件无法在此显示'),
  notShownDetail: text('Download it to open it with another program.', '请下载后用其他程序打开。'),
  chooseTitle: text('No file is chosen', '未选择文件'),
  choose: text(
    'Choose a file of the list to see what is in it.',
    '在列表中选择一个文件以查看其内容。',
  ),
  deleteQuestion: text(
    (path: string) => `Delete ${path}? This cannot be undone.`,
    (path) => `删除 ${path}？此操作无法撤销。`,
  ),
  deleted: text('The file was deleted', '文件已删除'),
  deleteAll: text('Delete all', '全部删除'),
  deleteAllQuestion: text(
    (build: number) => `Delete all files of build #${build}?`,
    (build) => `删除构建 #${build} 的所有文件？`,
  ),
  deleteAllDetail: text(
    (slug: string, build: number) =>
      `The files of all attempts of ${slug} #${build} are deleted and cannot be restored.`,
    (slug, build) => `${slug} #${build} 所有尝试的文件将被删除且无法恢复。`,
  ),
  allDeleted: text('All files of the build have been deleted', '构建的所有文件已删除'),
  deleteAllFailed: text(
    (message: string) => `Unable to delete the files: ${message}`,
    (message) => `无法删除文件：${message}`,
  ),
};
