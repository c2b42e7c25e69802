import { z } from 'zod/mini';
import type { Extension } from './extension.ts';
import type { Subject } from './subject.ts';

export const secretProtocol = 'application/vnd.drone.secret.v1+json';

const answer = z.nullable(
  z.object({
    data: z.optional(z.string()),
    /** Whether pull requests may use it; older extensions send the first name. */
    pull: z.optional(z.boolean()),
    pull_request: z.optional(z.boolean()),
  }),
);

/**
 * Returns a secret from the first extension that has it. Null if the build may not use it, undefined if no
 * extension has it.
 */
export async function findSecret(
  extensions: readonly Extension[],
  subject: Subject,
  place: { path: string; name: string },
): Promise<string | null | undefined> {
  for (const extension of extensions) {
    const found = await extension.ask({ ...place, ...subject }, answer);
    if (!found?.data) continue;
    const isAllowed = subject.build.event !== 'pull_request' || found.pull || found.pull_request;
    return isAllowed ? found.data : null;
  }
  return undefined;
}
