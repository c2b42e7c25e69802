import { text } from '../../lib/i18n/texts.ts';

/** Texts about registry credentials. */
export const registryMessages = {
  titles: {
    repo: text('Registries', '镜像仓库'),
    org: text('Organization Registries', '组织镜像仓库'),
    server: text('Server Registries', '服务器镜像仓库'),
  },
  hint: text(
    'Runners log in to these image registries to pull images. Steps never see the passwords.',
    '运行器登录这些镜像仓库以拉取镜像。步骤永远看不到密码。',
  ),
  add: text('New Registry', '新建镜像仓库'),
  importConfig: text('Import', '导入'),
  emptyTitle: text('No Registries', '没有镜像仓库'),
  empty: text(
    'Add a registry to run private images, or to raise the limits of a public one.',
    '添加镜像仓库以运行私有镜像，或提高公共镜像仓库的限额。',
  ),
  address: text('Address', '地址'),
  addressHint: text(
    'A host such as ghcr.io, or docker.io for Docker Hub.',
    '主机名，例如 ghcr.io；Docker Hub 使用 docker.io。',
  ),
  username: text('Username', '用户名'),
  password: text('Password or token', '密码或令牌'),
  lastUsed: text('Last used', '上次使用'),
  neverUsed: text('Never', '从未'),
  dialog: text('Add a Registry', '添加镜像仓库'),
  editDialog: text(
    (address: string) => `Edit the credentials for ${address}`,
    (address) => `编辑 ${address} 的凭据`,
  ),
  save: text('Save', '保存'),
  newPassword: text('New password or token', '新密码或令牌'),
  newPasswordHint: text('Leave it empty to keep the password.', '留空则保留原密码。'),
  importDialog: text('Import a Docker config.json', '导入 Docker config.json'),
  config: text('Text of config.json', 'config.json 的内容'),
  configHint: text(
    'docker login writes it to ~/.docker/config.json. Existing credentials of the same registries are replaced.',
    'docker login 将其写入 ~/.docker/config.json。相同镜像仓库的现有凭据将被替换。',
  ),
  question: text('Are you sure you want to delete these credentials?', '确定要删除这些凭据吗？'),
  deleteDetail: text(
    (address: string) => `Runners no longer log in to ${address}.`,
    (address) => `运行器将不再登录 ${address}。`,
  ),
  added: text('Registry has been added successfully', '镜像仓库已添加'),
  addFailed: text(
    (message: string) => `Unable to add registry: ${message}`,
    (message) => `无法添加镜像仓库：${message}`,
  ),
  updated: text('Registry has been updated', '镜像仓库已更新'),
  updateFailed: text(
    (message: string) => `Unable to update registry: ${message}`,
    (message) => `无法更新镜像仓库：${message}`,
  ),
  removed: text('Registry has been removed successfully', '镜像仓库已删除'),
  removeFailed: text(
    (message: string) => `Unable to remove registry: ${message}`,
    (message) => `无法删除镜像仓库：${message}`,
  ),
  imported: text('Registries have been imported', '镜像仓库已导入'),
  importFailed: text(
    (message: string) => `Unable to import registries: ${message}`,
    (message) => `无法导入镜像仓库：${message}`,
  ),
  skipped: text(
    (addresses: string) => `Not imported, because the file has no password: ${addresses}`,
    (addresses) => `未导入，因为文件中没有密码：${addresses}`,
  ),
};
