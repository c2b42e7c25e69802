import { text } from '../../lib/i18n/texts.ts';

/** Texts about the people of a build. */
export const peopleMessages = {
  restarted: text(
    (login: string) => `Restarted by ${login} from`,
    (login: string) => `由 ${login} 重新运行，来自`,
  ),
  approved: text(
    (logins: string) => `Approved by ${logins}`,
    (logins: string) => `由 ${logins} 批准`,
  ),
  started: text(
    (logins: string) => `Continued by ${logins}`,
    (logins: string) => `由 ${logins} 手动启动`,
  ),
  declined: text(
    (logins: string) => `Declined by ${logins}`,
    (logins: string) => `由 ${logins} 拒绝`,
  ),
  canceled: text(
    (login: string) => `Canceled by ${login}`,
    (login: string) => `由 ${login} 取消`,
  ),
  cleaningUp: text(
    (login: string) => `Canceled by ${login}, cleaning up`,
    (login: string) => `由 ${login} 取消，正在清理`,
  ),
};
