import { defineSettings } from '@millrace/node-kit/settings/define-settings';
import { type Environment, readSetting } from '@millrace/node-kit/settings/read-settings';
import { StartError } from '@millrace/node-kit/start-error';

/** Mail server through which the server sends e-mail. */
export interface MailSettings {
  /** As in `smtps://user:password@mail.example.com:465`, so it is secret. */
  url: string;
  /** Address of the sender, with an optional name. */
  from: string;
  /** Certificates in PEM format that are trusted instead of the usual ones. */
  ca: string | undefined;
}

export const mailSettings = defineSettings({
  url: {
    name: 'MILLRACE_SMTP_URL',
    kind: 'text',
    secret: true,
    text: 'Mail server for notifications, as in `smtps://user:password@mail.example.com:465`, or `smtp://mail.example.com:25`, which encrypts if the mail server can. Add `?requireTLS=true` to send nothing unencrypted.',
  },
  from: {
    name: 'MILLRACE_MAIL_FROM',
    kind: 'text',
    text: 'Address of the sender, as in `Millrace <ci@example.com>`. Required with `MILLRACE_SMTP_URL`.',
  },
  ca: {
    name: 'MILLRACE_SMTP_CA_FILE',
    kind: 'certificates',
    text: 'File with certificates in PEM format that are trusted instead of the usual ones.',
  },
});

/** Reads the settings; null if the server sends no e-mail. */
export function readMailSettings(env: Environment): MailSettings | null {
  const url = readSetting(env, mailSettings.url);
  const from = readSetting(env, mailSettings.from);
  if (!url && !from) return null;
  if (!url || !from) {
    throw new StartError('Set MILLRACE_SMTP_URL and MILLRACE_MAIL_FROM together.');
  }
  const { protocol = '', hostname = '' } = URL.parse(url) ?? {};
  if (!/^smtps?:$/.test(protocol) || hostname === '') {
    throw new StartError('MILLRACE_SMTP_URL must start with smtp:// or smtps:// and a host.');
  }
  if (!/^[^\s@]+@[^\s@]+$|<[^\s@<>]+@[^\s@<>]+>$/.test(from)) {
    throw new StartError(
      `MILLRACE_MAIL_FROM must be an address, as in Millrace <ci@example.com>, not "${from}".`,
    );
  }
  return { url, from, ca: readSetting(env, mailSettings.ca) };
}
