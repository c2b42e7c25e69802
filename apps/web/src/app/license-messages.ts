import { text } from '../lib/i18n/texts.ts';

/** Texts about the license of the server. */
export const licenseMessages = {
  expired: text('Your Server License is Expired.', '您的服务器许可证已过期。'),
  limitExceeded: text('Your License Limit is Exceeded.', '您的许可证额度已超出。'),
  learnMore: text('Learn more', '了解更多'),
  purchase: text('Purchase License', '购买许可证'),
};
