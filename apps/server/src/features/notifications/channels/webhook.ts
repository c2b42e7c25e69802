import type { Channel } from './channel.ts';

/** A program of the user, which receives all facts. docs/notifications.md describes the fields. */
export const webhook: Channel = {
  describe: ({ isTest, failedUrl, ...facts }) => ({
    type: isTest ? 'test' : 'build.finished',
    ...facts,
    failed_url: failedUrl,
  }),
};
