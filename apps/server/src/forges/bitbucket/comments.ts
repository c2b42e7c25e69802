import { z } from 'zod/mini';
import type { CommentCalls } from '../remote/forge-adapter.ts';
import type { ForgeClient } from '../remote/forge-client.ts';
import { pathOf } from './repositories.ts';

export function bitbucketComments(client: ForgeClient): CommentCalls {
  return {
    async addComment(token, repo, sha, text) {
      const path = `${pathOf(repo)}/commit/${sha}/comments`;
      await client.send(token, 'POST', path, { content: { raw: text } }, z.unknown());
    },
  };
}
