import { describeFacts } from '../message.ts';
import type { Channel } from './channel.ts';

/** Mattermost's incoming webhooks, which show Markdown. */
export const mattermost: Channel = {
  describe: (facts) => {
    const { headline, rows } = describeFacts(facts);
    const lines = rows.map(({ label, value }) => `${label}: ${escapeText(value)}`);
    return { text: [`[${escapeText(headline)}](<${facts.failedUrl}>)`, ...lines].join('\n') };
  },
};

/** A zero-width space after `@` stops mentions such as `@channel`, which no escape does. */
function escapeText(text: string): string {
  return text.replace(/[\\`*_{}[\]()#+\-.!|<>~:&]/g, '\\$&').replaceAll('@', '@\u200b');
}
