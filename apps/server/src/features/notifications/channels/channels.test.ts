import { expect, it } from 'vitest';
import { sampleFacts } from '../facts.ts';
import { channels } from './index.ts';

const facts = {
  ...sampleFacts('ada/mill', 'https://ci.example.com', 1000),
  kind: 'build' as const,
  title: '<!channel> @all [x](http://a) *b*\r\n\u202eend',
};
const bodyOf = (kind: keyof typeof channels) =>
  channels[kind].describe(facts, { name: 'team', settingsUrl: 'https://ci.example.com/s' });

it('escapes links and mentions for Slack', () => {
  expect(bodyOf('slack')).toMatchObject({
    text: expect.stringContaining('Commit: 00000000 &lt;!channel&gt; @all [x](http://a) *b* end\n'),
  });
});

it('escapes Markdown and mentions for Mattermost', () => {
  expect(bodyOf('mattermost')).toMatchObject({
    text: expect.stringContaining(
      '00000000 \\<\\!channel\\> @\u200ball \\[x\\]\\(http\\://a\\) \\*b\\* end\n',
    ),
  });
});

it('puts texts into runs without Markdown for Teams', () => {
  expect(bodyOf('teams')).toMatchObject({
    type: 'message',
    attachments: [
      {
        content: {
          body: expect.arrayContaining([
            {
              type: 'RichTextBlock',
              inlines: [
                { type: 'TextRun', text: 'Commit: ', isSubtle: true },
                { type: 'TextRun', text: '00000000 <!channel> @all [x](http://a) *b* end' },
              ],
            },
          ]),
          actions: [{ type: 'Action.OpenUrl', url: 'https://ci.example.com/ada/mill' }],
        },
      },
    ],
  });
});

it('sends all facts to a webhook', () => {
  expect(bodyOf('webhook')).toMatchObject({
    type: 'build.finished',
    title: facts.title,
    failed: [{ stage: 'test', steps: ['unit'] }],
    failed_url: 'https://ci.example.com/ada/mill',
  });
});
