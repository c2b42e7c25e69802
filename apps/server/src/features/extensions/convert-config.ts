import { z } from 'zod/mini';
import type { ExtensionClient } from './extension-client.ts';
import type { Subject } from './subject.ts';

export const convertProtocol = 'application/vnd.drone.convert.v1+json';

const answer = z.nullable(z.object({ data: z.optional(z.string()) }));

/** Returns the pipeline file as the first extension that converts it does, or unchanged. */
export async function convertConfig(
  client: ExtensionClient,
  subject: Subject,
  text: string,
  fileSuffix: string,
): Promise<string> {
  if (!subject.repo.config_path.endsWith(fileSuffix)) return text;
  const message = { ...subject, config: { data: text, kind: '' } };
  for (const endpoint of client.endpointsFor(subject.repo.slug)) {
    const converted = await client.ask(endpoint, message, answer);
    if (converted?.data) return converted.data;
  }
  return text;
}
