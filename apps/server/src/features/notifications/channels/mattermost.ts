import { describeFacts } from '../message.ts';
import type { Channel } from './channel.ts';

/** Mattermost's incoming webhooks, which show Markdown. */
export const mattermost: Channel = {
  transport: 'http',
  describe: (facts) => {
    const { headline, rows, url } = describeFacts(facts);
    const lines = rows.map(({ label, value }) => `${escapeText(label)}: ${escapeText(value)}`);
    return { text: [`[${escapeText(headline)}](<${url}>)`, ...lines].join('\n') };
  },
};

/** A zero-width space after `@` stops mentions such as `@channel`, which no escape does. */
function escapeText(text: string): string {
  return text.replace(/[\\`*_{}[\]()#+\-.!|<>~:&]/g, '\\$&').replaceAll('@', '@\u200b');
}
