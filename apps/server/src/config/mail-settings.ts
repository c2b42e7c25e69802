import { StartError } from '@millrace/node-kit/start-error';
import { type Environment, readCertificates, readText } from './read-variable.ts';

/** Mail server through which the server sends e-mail. */
export interface MailSettings {
  /** As in `smtps://user:password@mail.example.com:465`, so it is secret. */
  url: string;
  /** Address of the sender, with an optional name. */
  from: string;
  /** Certificates in PEM format that are trusted instead of the usual ones. */
  ca: string | undefined;
}

/** Reads the settings; null if the server sends no e-mail. */
export function readMailSettings(env: Environment): MailSettings | null {
  const url = readText(env, 'MILLRACE_SMTP_URL')?.trim();
  const from = readText(env, 'MILLRACE_MAIL_FROM')?.trim();
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
  return { url, from, ca: readCertificates(env, 'MILLRACE_SMTP_CA_FILE') };
}
