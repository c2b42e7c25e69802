import { text } from '../../lib/i18n/texts.ts';

/** Texts of the sign-in. */
export const signInMessages = {
  page: text('Sign in', '登录'),
  greeting: text('Welcome to Millrace', '欢迎使用 Millrace'),
  redirectNote: text(
    'You will be redirected to your source control system to authenticate.',
    '接下来将跳转到您的代码托管系统进行身份验证。',
  ),
  continue: text('Continue', '继续'),
  continueWith: text(
    (provider: string) => `Continue with ${provider || 'single sign-on'}`,
    (provider: string) => `使用 ${provider || '单点登录'} 继续`,
  ),
  withPassword: text('Sign in with a username and password', '使用用户名和密码登录'),
  username: text('Username', '用户名'),
  password: text('Password', '密码'),
  submit: text('Sign in', '登录'),
  code: text('Code', '代码'),
  codeHint: text(
    'From your authenticator app, or a recovery code.',
    '身份验证器应用显示的代码，或一个恢复代码。',
  ),
  failed: text(
    'An error occured during login attempt, please, try again',
    '登录时发生错误，请重试',
  ),
  loggedOut: text('Your session has been successfully terminated.', '您已成功退出登录。'),
  signedIn: text('You are signed in. You can close this window.', '您已登录，可以关闭此窗口。'),
};
