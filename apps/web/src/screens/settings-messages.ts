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
  noAccess: text('No access', '无权访问'),
};
