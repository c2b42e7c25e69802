import type {
  ChannelKind,
  DigestPeriod,
  NotificationRule,
  NotificationScope,
} from '@millrace/contract/vocabulary';
import { type Text, text } from '../../lib/i18n/texts.ts';

/** Texts about notifications. */
export const notificationMessages = {
  title: text('Notifications', '通知'),
  hint: text('Subscriptions send a message when a build finishes.', '构建完成时，订阅会发送消息。'),
  add: text('New Subscription', '新建订阅'),
  editDialog: text(
    (name: string) => `Edit ${name}`,
    (name) => `编辑 ${name}`,
  ),
  save: text('Save', '保存'),
  emptyTitle: text('There are no subscriptions.', '没有订阅。'),
  emptyOfRepo: text(
    'Create one to announce finished builds in a chat, by e-mail or to a program.',
    '新建订阅，将已完成的构建通知到聊天工具、邮箱或程序。',
  ),
  emptyOfAccount: text(
    'Create one to get a message when a build of yours finishes.',
    '新建订阅，在您的构建完成时收到消息。',
  ),
  name: text('Name', '名称'),
  channel: text('Channel', '渠道'),
  channelFixed: text('The channel of a subscription cannot change.', '订阅的渠道不能更改。'),
  channels: {
    webhook: text('Webhook', 'Webhook'),
    slack: text('Slack', 'Slack'),
    mattermost: text('Mattermost', 'Mattermost'),
    teams: text('Microsoft Teams', 'Microsoft Teams'),
    email: text('E-mail', '电子邮件'),
  } satisfies Record<ChannelKind, Text>,
  ownAddress: text('Your address', '您的地址'),
  ownAddressHint: text(
    'Messages go to the e-mail address of your account.',
    '消息发送到您账户的电子邮件地址。',
  ),
  signed: text(
    (host: string) => `${host}, signed`,
    (host) => `${host}，已签名`,
  ),
  andMore: text(
    (names: string, more: number) => `${names} and ${more} more`,
    (names, more) => `${names} 等 ${more} 个其他项`,
  ),
  url: text('URL', 'URL'),
  urlHint: text('It is encrypted and not shown again.', '加密保存，之后不再显示。'),
  urlKeptHint: text(
    (host: string) => `Leave it empty to keep the URL at ${host}.`,
    (host) => `留空则保留 ${host} 的 URL。`,
  ),
  recipients: text('Recipients', '收件人'),
  recipientsHint: text(
    'E-mail addresses, one per line or separated by commas.',
    '电子邮件地址，每行一个或用逗号分隔。',
  ),
  secret: text('Secret', '密钥'),
  secretHint: text('Signs the messages. Optional.', '用于签名消息。可选。'),
  secretKeptHint: text('Leave it empty to keep the secret.', '留空则保留密钥。'),
  secretLostHint: text(
    'A new URL removes the secret, unless you enter one.',
    '除非输入密钥，新的 URL 会移除密钥。',
  ),
  removeSecret: text('Remove the secret', '移除密钥'),
  scope: text('Builds', '构建'),
  scopes: {
    own: text('Builds that I started or wrote', '我启动或提交的构建'),
    chosen: text('All builds of chosen repositories', '所选仓库的所有构建'),
  } satisfies Record<NotificationScope, Text>,
  repos: text('Repositories', '仓库'),
  reposHint: text(
    'Choose a repository, or type its name and press Enter.',
    '选择仓库，或输入名称后按回车。',
  ),
  removeRepo: text(
    (slug: string) => `Remove ${slug}`,
    (slug) => `移除 ${slug}`,
  ),
  rule: text('When', '时机'),
  rules: {
    failure: text('On failure', '失败时'),
    failure_and_fixed: text('On failure and when fixed', '失败和恢复时'),
    always: text('Always', '始终'),
  } satisfies Record<NotificationRule, Text>,
  branches: text('Branches', '分支'),
  branchesHint: text(
    'A pattern such as release/*. All branches if empty.',
    '例如 release/*。留空表示所有分支。',
  ),
  events: text('Events', '事件'),
  eventsHint: text('All events if none is chosen.', '不选择表示所有事件。'),
  digest: text('Cron builds', '定时构建'),
  digests: {
    off: text('One by one', '逐个发送'),
    daily: text('Daily digest', '每日摘要'),
    weekly: text('Weekly digest', '每周摘要'),
  } satisfies Record<DigestPeriod, Text>,
  isEnabled: text('Enabled', '启用'),
  isEnabledHint: text('A disabled subscription sends no messages.', '停用的订阅不发送消息。'),
  builds: text('Builds', '构建'),
  cronDigest: text(
    (digest: string) => `Cron builds: ${digest.toLowerCase()}`,
    (digest) => `定时构建：${digest}`,
  ),
  enabled: text('Enabled', '已启用'),
  disabled: text('Disabled', '已停用'),
  preview: text('Preview', '预览'),
  previewBuild: text('Preview Message', '预览消息'),
  previewDigest: text('Preview Digest', '预览摘要'),
  shownBuild: text(
    (channel: string) => `Message about a build, for ${channel}:`,
    (channel) => `${channel} 的构建消息：`,
  ),
  shownDigest: text(
    (channel: string) => `Digest, for ${channel}:`,
    (channel) => `${channel} 的摘要：`,
  ),
  subject: text('Subject', '主题'),
  tested: text('The test message is being sent', '正在发送测试消息'),
  actionsFor: text(
    (name: string) => `Actions for ${name}`,
    (name) => `${name} 的操作`,
  ),
  actions: {
    test: text('Send a test message', '发送测试消息'),
    edit: text('Edit', '编辑'),
    enable: text('Enable', '启用'),
    disable: text('Disable', '停用'),
    delete: text('Delete', '删除'),
  },
  added: text('The subscription has been created', '订阅已创建'),
  updated: text('The subscription has been changed', '订阅已更改'),
  hasEnabled: text('The subscription has been enabled', '订阅已启用'),
  hasDisabled: text('The subscription has been disabled', '订阅已停用'),
  removed: text('The subscription has been deleted', '订阅已删除'),
  question: text('Are you sure you want to delete this subscription?', '确定要删除此订阅吗？'),
  deleteDetail: text(
    (name: string) => `${name} sends no more messages, and the list of its deliveries is deleted.`,
    (name) => `${name} 不再发送消息，其投递记录将被删除。`,
  ),
  deliveriesOf: text(
    (name: string) => `Deliveries of ${name}`,
    (name) => `${name} 的投递记录`,
  ),
  hideDeliveries: text(
    (name: string) => `Hide the deliveries of ${name}`,
    (name) => `隐藏 ${name} 的投递记录`,
  ),
  noDeliveriesTitle: text('There are no deliveries.', '没有投递记录。'),
  noDeliveries: text(
    'Messages are listed here after a build has finished or a test message was sent.',
    '构建完成或发送测试消息后，消息显示在这里。',
  ),
  statuses: {
    held: text('Waits for the digest', '等待摘要'),
    digested: text('Part of a digest', '已并入摘要'),
    waiting: text('Waiting', '等待中'),
    sent: text('Sent', '已发送'),
    failed: text('Failed', '失败'),
  },
  testMessage: text('Test message', '测试消息'),
  digestMessage: text('Digest', '摘要'),
  approvalMessage: text(
    (build: string) => `${build}, waits for approval`,
    (build) => `${build}，等待审批`,
  ),
  cronMessage: text(
    (repo: string, cron: string) => `${repo} cron job ${cron}`,
    (repo, cron) => `${repo} 定时任务 ${cron}`,
  ),
  build: text(
    (number: number) => `#${number}`,
    (number) => `#${number}`,
  ),
  attempt: text(
    (number: number) => `attempt ${number}`,
    (number) => `第 ${number} 次运行`,
  ),
  message: text('Message', '消息'),
  status: text('Status', '状态'),
  tries: text(
    (count: number) => (count === 1 ? '1 try' : `${count} tries`),
    (count) => `尝试 ${count} 次`,
  ),
  response: text('Response', '响应'),
  responseStatus: text(
    (channel: ChannelKind, status: number) => `${channel === 'email' ? 'SMTP' : 'HTTP'} ${status}`,
    (channel, status) => `${channel === 'email' ? 'SMTP' : 'HTTP'} ${status}`,
  ),
  details: text(
    (message: string) => `Details of ${message}`,
    (message) => `${message} 的详情`,
  ),
  request: text('Request', '请求'),
  notSentYet: text('It is not sent yet.', '尚未发送。'),
  noResponse: text('There is no response.', '没有响应。'),
  lastTry: text('Last try', '最近一次尝试'),
  resend: text(
    (message: string) => `Send ${message} again`,
    (message) => `重新发送 ${message}`,
  ),
  resent: text('The message is being sent again', '正在重新发送消息'),
  outcomes: {
    sent: text(
      (message: string) => `${message}: sent.`,
      (message) => `${message}：已发送。`,
    ),
    failed: text(
      (message: string, reason: string) => `${message}: failed. ${reason}`,
      (message, reason) => `${message}：失败。${reason}`,
    ),
    retrying: text(
      (message: string, reason: string) => `${message}: not sent yet, will be retried. ${reason}`,
      (message, reason) => `${message}：尚未发送，将重试。${reason}`,
    ),
  },
};
