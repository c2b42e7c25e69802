import { text } from '../../lib/i18n/texts.ts';

/** Texts of the settings of the own account. */
export const accountMessages = {
  title: text('Account Settings', '账户设置'),
  token: text('Personal Token', '个人令牌'),
  tokenHint: text(
    'It gives programs the access that you have. Keep it as you would a password.',
    '它让程序拥有与您相同的权限。请像密码一样保管。',
  ),
  copied: text('Copied', '已复制'),
  apiCall: text('Example API Call', 'API 调用示例'),
  commandLine: text('Example Command Line Setup', '命令行设置示例'),
  renew: text('Renew Token', '更换令牌'),
  renewQuestion: text(
    'Are you sure you want to renew your personal token?',
    '确定要更换您的个人令牌吗？',
  ),
  renewDetail: text(
    'The old token stops working at once. Command lines, scripts and other clients that use it fail until they get the new one.',
    '旧令牌会立即失效。使用旧令牌的命令行、脚本和其他客户端在换用新令牌之前将无法工作。',
  ),
  renewed: text('Your token has been renewed', '您的令牌已更换'),
  renewFailed: text(
    (message: string) => `Unable to renew the token: ${message}`,
    (message) => `无法更换令牌：${message}`,
  ),
  password: text('Password', '密码'),
  passwordHint: text(
    'A new password signs you out everywhere else. Your personal token stays.',
    '更改密码后，其他所有会话都会退出登录。您的个人令牌保持不变。',
  ),
  currentPassword: text('Current password', '当前密码'),
  newPassword: text('New password', '新密码'),
  repeatedPassword: text('Repeat the new password', '再次输入新密码'),
  passwordLength: text(
    (length: number) => `At least ${length} characters.`,
    (length) => `至少 ${length} 个字符。`,
  ),
  passwordMismatch: text('The two new passwords differ.', '两次输入的新密码不一致。'),
  changePassword: text('Change Password', '更改密码'),
  passwordChanged: text(
    'Your password has been changed. All other sessions have ended.',
    '您的密码已更改。其他所有会话均已结束。',
  ),
  passwordFailed: text(
    (message: string) => `Unable to change the password: ${message}`,
    (message) => `无法更改密码：${message}`,
  ),
  logout: text('Logout', '退出登录'),
  ownData: text('Your Data', '您的数据'),
  ownDataHint: text(
    'All that this server has stored of you, as JSON: account, roles, tokens, builds, terminals and audit events.',
    '此服务器存储的关于您的全部数据（JSON）：账户、角色、令牌、构建、终端和审计事件。',
  ),
  download: text('Download', '下载'),
};
