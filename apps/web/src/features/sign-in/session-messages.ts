import { text } from '../../lib/i18n/texts.ts';

/** Texts about a session that has ended. */
export const sessionMessages = {
  sessionEnded: text('Your session has ended', '您的会话已结束'),
  signIn: text('Sign in', '登录'),
};
