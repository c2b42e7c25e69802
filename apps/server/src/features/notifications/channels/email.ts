import type { MailMessage } from '@millrace/contract/api';
import { escapeText } from '../escape-text.ts';
import { describeFacts, type Message } from '../message.ts';
import type { Channel, Origin } from './channel.ts';

/** E-mail with a text and an HTML part. Mail programs support few styles, and only as attributes. */
export const email: Channel = {
  transport: 'mail',
  describe: (facts, origin): MailMessage => {
    const message = describeFacts(facts);
    return {
      subject: message.headline,
      text: toText(message, origin),
      html: toHtml(message, origin),
    };
  },
};

const reason = ({ name }: Origin) => `You get this because of the subscription "${name}".`;

function toText({ headline, rows, url, open }: Message, origin: Origin): string {
  const lines = rows.map(({ label, value }) => `${label}: ${value}`);
  const foot = ['-- ', reason(origin), `Change it: ${origin.settingsUrl}`];
  return [headline, '', ...lines, '', `${open}: ${url}`, '', ...foot, ''].join('\n');
}

function toHtml({ headline, rows, url, open }: Message, origin: Origin): string {
  const cells = rows.map(
    ({ label, value }) =>
      `<tr><td style="padding:2px 12px 2px 0;color:#57606a;vertical-align:top">${escapeText(label)}</td>` +
      `<td style="padding:2px 0">${escapeText(value)}</td></tr>`,
  );
  const table = cells.length > 0 ? `<table role="presentation">${cells.join('')}</table>` : '';
  return (
    '<div style="font-family:sans-serif;font-size:14px;line-height:1.5;color:#1f2328">' +
    `<h1 style="font-size:18px">${escapeText(headline)}</h1>${table}` +
    `<p>${link(url, open)}</p>` +
    `<p style="color:#57606a;font-size:12px">${escapeText(reason(origin))} ${link(origin.settingsUrl, 'Change it')}</p>` +
    '</div>'
  );
}

function link(url: string, text: string): string {
  return `<a href="${escapeText(url)}">${escapeText(text)}</a>`;
}
