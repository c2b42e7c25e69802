import { z } from 'zod/mini';
import type { Extension } from './extension.ts';
import type { Subject } from './subject.ts';

export const convertProtocol = 'application/vnd.drone.convert.v1+json';

const answer = z.nullable(z.object({ data: z.optional(z.string()) }));

/** Returns the pipeline file as the first extension that converts it does, or unchanged. */
export async function convertConfig(
  extensions: readonly Extension[],
  subject: Subject,
  text: string,
): Promise<string> {
  const message = { ...subject, config: { data: text, kind: '' } };
  for (const extension of extensions) {
    const converted = await extension.ask(message, answer);
    if (converted?.data) return converted.data;
  }
  return text;
}
