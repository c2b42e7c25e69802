import { text } from '../../lib/i18n/texts.ts';

/** Texts about changes of a repository. */
export const repoChangeMessages = {
  saved: text('Changes have been saved', '更改已保存'),
  saveFailed: text(
    (message: string) => `Unable to save changes: ${message}`,
    (message) => `无法保存更改：${message}`,
  ),
  disabled: text('Repo has been disabled', '仓库已停用'),
  disableFailed: text(
    (message: string) => `Unable to disable repo: ${message}`,
    (message) => `无法停用仓库：${message}`,
  ),
  repaired: text('Repo has been repaired', '仓库已修复'),
  repairFailed: text(
    (message: string) => `Unable to repair repo: ${message}`,
    (message: string) => `无法修复仓库：${message}`,
  ),
  deleted: text('Repo has been deleted', '仓库已删除'),
  deleteFailed: text(
    (message: string) => `Unable to delete repo: ${message}`,
    (message) => `无法删除仓库：${message}`,
  ),
  takenOver: text(
    'The server now uses your access for this repository',
    '服务器现在使用您的访问权限处理此仓库',
  ),
  takeOverFailed: text(
    (message: string) => `Unable to take over repo: ${message}`,
    (message) => `无法接管仓库：${message}`,
  ),
};
