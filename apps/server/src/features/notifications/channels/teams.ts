import { describeFacts } from '../message.ts';
import type { Channel } from './channel.ts';

/**
 * Workflows of Microsoft Teams, which receive an Adaptive Card. Text runs show their text unchanged; other text
 * elements would interpret Markdown.
 */
export const teams: Channel = {
  transport: 'http',
  describe: (facts) => {
    const { headline, rows, url, open } = describeFacts(facts);
    const title = textBlock([
      { type: 'TextRun', text: headline, weight: 'bolder', size: 'medium' },
    ]);
    const lines = rows.map(({ label, value }) =>
      textBlock([
        { type: 'TextRun', text: `${label}: `, isSubtle: true },
        { type: 'TextRun', text: value },
      ]),
    );
    const openPage = { type: 'Action.OpenUrl', title: open, url };
    const content = {
      $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
      type: 'AdaptiveCard',
      version: '1.4',
      body: [title, ...lines],
      actions: [openPage],
    };
    const contentType = 'application/vnd.microsoft.card.adaptive';
    return { type: 'message', attachments: [{ contentType, content }] };
  },
};

function textBlock(inlines: object[]) {
  return { type: 'RichTextBlock', inlines };
}
