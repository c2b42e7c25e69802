import { text } from '../lib/i18n/texts.ts';

/** Titles of System Administration. */
export const adminMessages = {
  serverSecrets: text('Server Secrets', '服务器密钥'),
  serverRegistries: text('Server Registries', '服务器镜像仓库'),
  system: text('System Administration', '系统管理'),
  tabs: text('System Administration', '系统管理'),
  pages: {
    users: text('Users', '用户'),
    queue: text('Queue', '队列'),
    runners: text('Runners', '运行器'),
    repositories: text('Repositories', '仓库'),
    organizations: text('Organizations', '组织'),
    secrets: text('Secrets', '密钥'),
    registries: text('Registries', '镜像仓库'),
    policies: text('Policies', '策略'),
    usage: text('Usage', '用量'),
    jobs: text('Jobs', '任务'),
    announcement: text('Announcement', '公告'),
    audit: text('Audit', '审计'),
    system: text('System', '系统'),
  },
};
