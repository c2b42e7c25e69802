import { isUnmerged } from '@millrace/build-host/builds/is-of-fork';
import { z } from 'zod/mini';
import type { FoundSecret } from '../../builds/secret-source.ts';
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
 * Returns a secret from the first extension that has it. To withhold a secret from a pull request, some answer without
 * content, as if they did not have it.
 */
export async function findSecret(
  extensions: readonly Extension[],
  subject: Subject,
  secretPath: { path: string; name: string },
): Promise<FoundSecret> {
  const { build, repo } = subject;
  const isGuarded = isUnmerged(build.event, build.source_repo, repo.slug);
  for (const extension of extensions) {
    const found = await extension.ask({ ...secretPath, ...subject }, answer);
    if (!found?.data) continue;
    const isAllowed = !isGuarded || found.pull || found.pull_request;
    return isAllowed ? { kind: 'value', value: found.data } : { kind: 'withheld' };
  }
  return isGuarded
    ? { kind: 'withheld' }
    : { kind: 'absent', reason: 'no secret extension has it' };
}
