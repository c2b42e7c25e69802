import { text } from '../lib/i18n/texts.ts';

/** Texts about the connection to the server, and its version. */
export const connectionMessages = {
  connectionLost: text(
    'The connection to the server is lost. What you see may be old.',
    '与服务器的连接已断开，当前内容可能已过期。',
  ),
  offline: text('You are offline. What you see may be old.', '您已离线，当前内容可能已过期。'),
  newVersion: text('The server has a new version of this page.', '服务器上有此页面的新版本。'),
};
