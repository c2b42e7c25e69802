import { text } from '../lib/i18n/texts.ts';

/** Texts of the registration. */
export const registerMessages = {
  page: text('Register', '注册'),
  title: text('Complete your registration', '完成注册'),
  email: text('Email', '电子邮箱'),
  noAddress: text(
    'Please enter an email address, such as name@example.com.',
    '请输入电子邮件地址，例如 name@example.com。',
  ),
  name: text('Full name', '姓名'),
  company: text('Company (optional)', '公司（选填）'),
  submit: text('Submit', '提交'),
  privacy: text('Privacy policy', '隐私政策'),
  licence: text('Licence', '许可协议'),
  terms: text('By submitting you accept these:', '提交即表示您接受：'),
};
