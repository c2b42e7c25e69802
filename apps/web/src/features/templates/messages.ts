import { text } from '../../lib/i18n/texts.ts';

/** Texts about templates. */
export const templateMessages = {
  title: text('Templates', '模板'),
  add: text('New Template', '新建模板'),
  dialog: text('Create a New Template', '新建模板'),
  emptyTitle: text('No Templates.', '没有模板。'),
  empty: text(
    'You can create templates to simplify configuration management if you have large numbers of similar configuration files.',
    '如果您有大量相似的配置文件，可以创建模板来简化配置管理。',
  ),
  name: text('Name', '名称'),
  extension: text('Extension', '扩展名'),
  code: text('Template code', '模板代码'),
  update: text('Update', '更新'),
  question: text('Are you sure you want to remove template?', '确定要删除模板吗？'),
  deleteDetail: text(
    (name: string, namespace: string) =>
      `Builds of ${namespace} whose pipeline file uses ${name} fail from then on.`,
    (name, namespace) => `此后，${namespace} 中流水线文件使用 ${name} 的构建将会失败。`,
  ),
  added: text('Template has been added successfully', '模板已添加'),
  edited: text('Template has been edited successfully', '模板已编辑'),
  removed: text('Template has been removed successfully', '模板已删除'),
};
