import { text } from '../lib/i18n/texts.ts';

/** Texts that settings sections of several features show. */
export const settingsSectionMessages = {
  adminsSee: text(
    'Only administrators of this repository can see these settings.',
    '只有此仓库的管理员才能查看这些设置。',
  ),
  ownersChange: text(
    (namespace: string) => `Only ${namespace} and system administrators can change this.`,
    (namespace) => `只有 ${namespace} 和系统管理员才能更改此内容。`,
  ),
};
