import { defineSettings } from '@millrace/node-kit/settings/define-settings';

/** The first account, and the sign-in with a password. */
export const accountSettings = defineSettings({
  adminLogin: {
    name: 'MILLRACE_ADMIN_LOGIN',
    kind: 'text',
    default: 'admin',
    text: 'Login of the first account.',
  },
  adminPassword: {
    name: 'MILLRACE_ADMIN_PASSWORD',
    kind: 'text',
    secret: true,
    unset: 'generated',
    text: 'Password of the first account, at least 8 characters. A generated password is printed once.',
  },
  secondFactor: {
    name: 'MILLRACE_SECOND_FACTOR',
    kind: 'choice',
    choices: ['optional', 'required'],
    default: 'optional',
    text: '`required` makes everybody with a password of this server set up a second factor at the next sign-in.',
  },
  sessionHours: {
    name: 'MILLRACE_SESSION_HOURS',
    kind: 'whole',
    default: 720,
    min: 1,
    max: 8760,
    text: 'Hours after which people must sign in again. Sessions that have begun keep their end.',
  },
});
