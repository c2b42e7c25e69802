import { defineSettings } from '@millrace/node-kit/settings/define-settings';

/** The first account. */
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
});
