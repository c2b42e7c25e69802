import { text } from '../../lib/i18n/texts.ts';

/** Texts about the limits of organizations and accounts. */
export const ownerLimitMessages = {
  title: text('Limits', '限制'),
  hint: text(
    'Limits of organizations and accounts that differ from those of the server. Stages beyond a limit wait; pushes, artifacts and caches beyond it are refused.',
    '与服务器限制不同的组织和账户限制。超出限制的阶段会等待；超出限制的推送、构建产物和缓存会被拒绝。',
  ),
  add: text('New Limit', '新建限制'),
  edit: text('Set Limits', '设置限制'),
  owner: text('Organization or account', '组织或账户'),
  running: text('Running stages', '同时运行的阶段'),
  storage: text('Storage in megabytes', '存储（MB）'),
  fieldHint: text('Empty: that of the server. 0: no limit.', '留空：使用服务器的限制。0：不限制。'),
  stored: text('Stored', '已存储'),
  ofServer: text('Server', '服务器'),
  none: text('No limit', '不限制'),
  delete: text(
    (owner: string) => `Delete the limits of ${owner}`,
    (owner) => `删除 ${owner} 的限制`,
  ),
  emptyTitle: text('No limits of their own.', '没有单独的限制。'),
  empty: text('The limits of the server apply to all.', '所有组织和账户都使用服务器的限制。'),
  saved: text('The limits have been saved', '限制已保存'),
  deleted: text('The limits have been deleted', '限制已删除'),
};
