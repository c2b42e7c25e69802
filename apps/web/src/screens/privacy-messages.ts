import { text } from '../lib/i18n/texts.ts';

/** Texts of the page about privacy. */
export const privacyMessages = {
  page: text('Privacy', '隐私'),
  title: text('What this server keeps about you', '此服务器保存的您的信息'),
  facts: text(
    [
      'Your account and when you signed in last.',
      'Builds that you started, approved or cancelled, with their time.',
      'Author, email and message of the commits that are built, and the logs of their builds.',
      'A cookie that keeps you signed in. Nobody else is given anything.',
    ],
    [
      '您的账户以及上次登录时间。',
      '您启动、批准或取消的构建及其时间。',
      '被构建的提交的作者、邮箱和消息，以及构建日志。',
      '一个保持登录状态的 Cookie。不会提供给任何第三方。',
    ],
  ),
  operator: text(
    'Whoever runs this server can read, correct and delete this data. Ask them.',
    '此服务器的运营者可以查看、更正和删除这些数据，请与其联系。',
  ),
};
