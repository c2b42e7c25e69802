import { z } from 'zod/mini';
import type { ExtensionClient } from './extension-client.ts';
import type { Subject } from './subject.ts';

export const configProtocol = 'application/vnd.drone.config.v1+json';

const answer = z.nullable(z.object({ data: z.optional(z.string()) }));

/** Returns the pipeline file of a build from the first extension that has one. */
export async function findConfig(
  client: ExtensionClient,
  subject: Subject,
): Promise<string | undefined> {
  for (const endpoint of client.endpointsFor(subject.repo.slug)) {
    const found = await client.ask(endpoint, subject, answer);
    if (found?.data) return found.data;
  }
  return undefined;
}
