import type { ChannelKind } from '@millrace/contract/vocabulary';
import type { Channel } from './channel.ts';
import { email } from './email.ts';
import { mattermost } from './mattermost.ts';
import { slack } from './slack.ts';
import { teams } from './teams.ts';
import { webhook } from './webhook.ts';

/** All kinds of channels. A new kind is a file, a line here, and a name in the vocabulary. */
export const channels: Readonly<Record<ChannelKind, Channel>> = {
  webhook,
  slack,
  mattermost,
  teams,
  email,
};
