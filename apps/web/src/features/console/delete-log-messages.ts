import { text } from '../../lib/i18n/texts.ts';

/** Texts of the question before a log is deleted. */
export const deleteLogMessages = {
  delete: text('Delete', '删除'),
  deleteQuestion: text(
    (stage: string, step: string) => `Delete the log of ${stage} / ${step}?`,
    (stage, step) => `删除 ${stage} / ${step} 的日志？`,
  ),
  deleteDetail: text(
    (slug: string, build: number) =>
      `All lines of this step in ${slug} #${build} are deleted and cannot be restored.`,
    (slug, build) => `${slug} #${build} 中此步骤的所有日志行将被删除且无法恢复。`,
  ),
  deleted: text('Log has been deleted', '日志已删除'),
  deleteFailed: text(
    (message: string) => `Unable to delete log: ${message}`,
    (message) => `无法删除日志：${message}`,
  ),
};
