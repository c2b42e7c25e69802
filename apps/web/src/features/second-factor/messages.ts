import { text } from '../../lib/i18n/texts.ts';

/** Texts about the second factor of an account. */
export const secondFactorMessages = {
  title: text('Second Factor', '第二验证因素'),
  hint: text(
    'With a second factor, the sign-in asks for a code of an app after the password. Git then accepts tokens, not the password.',
    '启用第二验证因素后，登录时除密码外还需输入应用生成的代码。届时 git 只接受令牌，不接受密码。',
  ),
  on: text(
    (codes: number) => `On. Recovery codes that are not used yet: ${codes}.`,
    (codes) => `已启用。尚未使用的恢复代码：${codes} 个。`,
  ),
  off: text('Off.', '未启用。'),
  required: text('This server requires a second factor.', '此服务器要求启用第二验证因素。'),
  setUp: text('Set Up', '设置'),
  renew: text('Renew Recovery Codes', '更换恢复代码'),
  renewHint: text('The old codes stop working.', '旧代码将失效。'),
  remove: text('Remove Second Factor', '移除第二验证因素'),
  removeHint: text('The password alone is then enough to sign in.', '之后仅凭密码即可登录。'),
  removeUserQuestion: text(
    'Are you sure you want to remove the second factor of this user?',
    '确定要移除此用户的第二验证因素吗？',
  ),
  removeUserDetail: text(
    (login: string) =>
      `Make sure that ${login} asked you for it. The password alone is then enough.`,
    (login) => `请确认这是 ${login} 本人的请求。之后仅凭密码即可登录。`,
  ),
  scan: text(
    'Scan the QR code with an authenticator app, or type this text into it. Then enter the code that the app shows.',
    '请用身份验证器应用扫描二维码，或输入以下文本，然后输入应用显示的代码。',
  ),
  qrCode: text('QR code for an authenticator app', '身份验证器应用的二维码'),
  secret: text('Secret', '密钥'),
  code: text('Code', '代码'),
  password: text('Password', '密码'),
  signInSetUp: text(
    'This server requires a second factor. Set it up to sign in.',
    '此服务器要求启用第二验证因素。请先完成设置再登录。',
  ),
  recoveryCodes: text('Recovery codes', '恢复代码'),
  recoveryHint: text(
    'Each replaces one code of the app, if you lose it. Store them in a safe place: they are not shown again.',
    '如果您丢失了应用，每个恢复代码可代替应用代码使用一次。请妥善保存，它们不会再次显示。',
  ),
  done: text('Done', '完成'),
  continue: text('Continue', '继续'),
  removed: text('The second factor has been removed', '第二验证因素已移除'),
  setFailed: text(
    (message: string) => `Unable to set up the second factor: ${message}`,
    (message) => `无法设置第二验证因素：${message}`,
  ),
  renewFailed: text(
    (message: string) => `Unable to renew the recovery codes: ${message}`,
    (message) => `无法更换恢复代码：${message}`,
  ),
  removeFailed: text(
    (message: string) => `Unable to remove the second factor: ${message}`,
    (message) => `无法移除第二验证因素：${message}`,
  ),
};
