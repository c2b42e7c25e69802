import { text } from '../../lib/i18n/texts.ts';

/** Texts about signed-in browsers. */
export const sessionListMessages = {
  title: text('Sessions', '会话'),
  hint: text(
    'Browsers that are signed in to this account. End those that you do not recognize, and change your password.',
    '已登录此账户的浏览器。请结束您不认识的会话，并更改密码。',
  ),
  none: text('No browser is signed in.', '没有已登录的浏览器。'),
  browser: text('Browser', '浏览器'),
  unknown: text('Unknown', '未知'),
  address: text('Address', '地址'),
  signedIn: text('Signed in', '登录时间'),
  lastSeen: text('Last used', '上次使用'),
  expires: text('Expires', '过期时间'),
  current: text('This session', '当前会话'),
  end: text('End', '结束'),
  endNamed: text(
    (browser: string) => `End the session of ${browser}`,
    (browser) => `结束 ${browser} 的会话`,
  ),
  endQuestion: text('Are you sure you want to end this session?', '确定要结束此会话吗？'),
  endDetail: text(
    'The browser is signed out, and its terminals are closed.',
    '该浏览器将退出登录，其终端也会关闭。',
  ),
  endOthers: text('End Other Sessions', '结束其他会话'),
  endAll: text('End All Sessions', '结束所有会话'),
  endAllQuestion: text('Are you sure you want to end these sessions?', '确定要结束这些会话吗？'),
  endAllDetail: text(
    'The browsers are signed out, and their terminals are closed.',
    '这些浏览器将退出登录，其终端也会关闭。',
  ),
  ended: text('The session has ended', '会话已结束'),
  allEnded: text('The sessions have ended', '会话已结束'),
  endFailed: text(
    (message: string) => `Unable to end the session: ${message}`,
    (message) => `无法结束会话：${message}`,
  ),
};
