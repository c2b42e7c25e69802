import { z } from 'zod/mini';
import type { Extension } from './extension.ts';
import type { Subject } from './subject.ts';

export const configProtocol = 'application/vnd.drone.config.v1+json';

const answer = z.nullable(z.object({ data: z.optional(z.string()) }));

/** Returns the pipeline file of a build from the first extension that has one. */
export async function findConfig(
  extensions: readonly Extension[],
  subject: Subject,
): Promise<string | undefined> {
  for (const extension of extensions) {
    const found = await extension.ask(subject, answer);
    if (found?.data) return found.data;
  }
  return undefined;
}
