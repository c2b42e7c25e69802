import { text } from '../lib/i18n/texts.ts';

/** Texts of the frame of the settings of a repository. */
export const settingsMessages = {
  page: text(
    (slug: string) => `Settings - ${slug}`,
    (slug) => `设置 - ${slug}`,
  ),
  navigation: text('Settings', '设置'),
  project: text('Project', '项目'),
  organization: text('Organization', '组织'),
  general: text('General', '常规'),
  generalWords: text(
    'visibility timeout trusted protected forks name activate disable delete purge transfer',
    '可见性 超时 受信任 受保护 复刻 停用 删除',
  ),
  search: text('Search settings', '搜索设置'),
  none: text('No settings match.', '没有匹配的设置。'),
  noAccess: text('No access', '无权访问'),
};
