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
  secrets: text('Secrets', '密钥'),
  registries: text('Registries', '镜像仓库'),
  crons: text('Cron Jobs', '定时任务'),
  badges: text('Badges', '徽章'),
  audit: text('Audit', '审计'),
  notifications: text('Notifications', '通知'),
  retention: text('Retention', '数据保留'),
  files: text('Files', '文件'),
  caches: text('Caches', '缓存'),
  noAccess: text('No access', '无权访问'),
  adminsSee: text(
    'Only administrators of this repository can see these settings.',
    '只有此仓库的管理员才能查看这些设置。',
  ),
  writersSee: {
    secrets: text(
      'Only people with write permission in this repository can see its secrets.',
      '只有拥有此仓库写权限的人才能查看其密钥。',
    ),
    registries: text(
      'Only people with write permission in this repository can see its registry credentials.',
      '只有拥有此仓库写权限的人才能查看其镜像仓库凭据。',
    ),
    cron: text(
      'Only people with write permission in this repository can see its cron jobs.',
      '只有拥有此仓库写权限的人才能查看其定时任务。',
    ),
  },
  ownersChange: text(
    (namespace: string) => `Only ${namespace} and system administrators can change this.`,
    (namespace) => `只有 ${namespace} 和系统管理员才能更改此内容。`,
  ),
};
