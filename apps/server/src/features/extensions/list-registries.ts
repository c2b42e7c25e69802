import type { StageRegistry } from '@millrace/contract/runner';
import { z } from 'zod/mini';
import type { Extension } from './extension.ts';
import type { Subject } from './subject.ts';

export const registryProtocol = 'application/vnd.drone.registry.v1+json';

const registry = z.object({
  address: z.string(),
  username: z.optional(z.string()),
  password: z.optional(z.string()),
});
const answer = z.nullable(z.array(registry));

/** Lists the credentials of the image registries that a build may use. Of one address, the first ones count. */
export async function listRegistries(
  extensions: readonly Extension[],
  subject: Subject,
): Promise<StageRegistry[]> {
  const found: StageRegistry[] = [];
  for (const extension of extensions) {
    for (const each of (await extension.ask(subject, answer)) ?? []) {
      const { address, username = '', password = '' } = each;
      found.push({ address, username, password });
    }
  }
  return found;
}
