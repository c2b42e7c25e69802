import { text } from '../lib/i18n/texts.ts';

/** Texts of pages that do not exist. */
export const notFoundMessages = {
  page: text('Not found', '未找到'),
  title: text(
    'We are sorry, the resource you requested cannot be found.',
    '抱歉，找不到您请求的资源。',
  ),
  detail: text("That's all we know.", '我们只知道这些。'),
  signIn: text('Sign In', '登录'),
  home: text('Go to the dashboard', '前往仪表盘'),
};
