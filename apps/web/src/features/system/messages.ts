import { text } from '../../lib/i18n/texts.ts';

/** Texts about the state of the server. */
export const systemMessages = {
  title: text('System', '系统'),
  version: text('Version', '版本'),
  node: text('Node.js', 'Node.js'),
  started: text('Started', '启动时间'),
  servers: text('Servers', '服务器'),
  thisServer: text('this server', '此服务器'),
  database: text('Database', '数据库'),
  disk: text('Disk', '磁盘'),
  free: text(
    (free: string, total: string, folder: string) => `${free} of ${total} free in ${folder}`,
    (free, total, folder) => `${folder} 可用 ${free} / ${total}`,
  ),
  reserve: text(
    (size: string) => `${size} are reserved`,
    (size) => `保留 ${size}`,
  ),
  lowDisk: text(
    'The disk is full: no logs and artifacts are accepted.',
    '磁盘已满：不再接受日志和产物。',
  ),
  logs: text('Logs', '日志'),
  artifacts: text('Artifacts', '产物'),
  stores: {
    database: text('In the database', '数据库中'),
    folder: text('Folder', '文件夹'),
    s3: text('S3', 'S3'),
  },
  aged: {
    branches: text('Branches', '分支'),
    causes: text('Causes of failures', '失败原因'),
    recordings: text('Recorded terminals', '终端录制'),
    runners: text('Known runners', '已知运行器'),
  },
  retained: text(
    (days: number) => (days === 0 ? 'No limit of age' : `Deleted when unused for ${days} days`),
    (days) => (days === 0 ? '不限制保留时间' : `${days} 天未使用后删除`),
  ),
  forge: text('Forge', '代码托管平台'),
  certificate: text('Certificate', '证书'),
  expires: text('Expires', '到期时间'),
  noCertificate: text('Not issued yet', '尚未签发'),
  notRenewed: text(
    (reason: string) => `Not renewed: ${reason}`,
    (reason) => `未续期：${reason}`,
  ),
  healthy: text(
    (ms: number) => `Available (${ms} ms)`,
    (ms) => `可用（${ms} 毫秒）`,
  ),
  unhealthy: text('Unavailable', '不可用'),
  settings: text('Settings', '设置'),
  settingsFilter: text('Filter settings', '筛选设置'),
  variable: text('Variable', '变量'),
  value: text('Value', '值'),
  source: text('Source', '来源'),
  fromEnvironment: text('Environment', '环境变量'),
  fromDefault: text('Default', '默认值'),
  hidden: text('Hidden', '已隐藏'),
};
