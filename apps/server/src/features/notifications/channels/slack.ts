import { describeFacts } from '../message.ts';
import type { Channel } from './channel.ts';

/** Slack's incoming webhooks. https://docs.slack.dev/messaging/formatting-message-text */
export const slack: Channel = {
  transport: 'http',
  describe: (facts) => {
    const { headline, rows, url } = describeFacts(facts);
    const lines = rows.map(({ label, value }) => `${escapeText(label)}: ${escapeText(value)}`);
    return {
      text: [`<${url}|${escapeText(headline)}>`, ...lines].join('\n'),
      unfurl_links: false,
      unfurl_media: false,
    };
  },
};

/** Mentions such as `<!channel>` and links begin with `<`. */
function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
