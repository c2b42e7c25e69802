import type { StageVariable } from '@millrace/contract/runner';
import { z } from 'zod/mini';
import type { Extension } from './extension.ts';
import type { Subject } from './subject.ts';

export const envProtocol = 'application/vnd.drone.env.v2+json';

const variable = z.object({
  name: z.string(),
  data: z.optional(z.string()),
  mask: z.optional(z.boolean()),
});
/** A list, or a map as in version 1 of the protocol. */
const answer = z.nullable(z.union([z.array(variable), z.record(z.string(), z.string())]));

const validName = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Lists the variables that the extensions add to all steps of a build. An earlier extension takes precedence. */
export async function listVariables(
  extensions: readonly Extension[],
  subject: Subject,
): Promise<StageVariable[]> {
  const found = new Map<string, StageVariable>();
  for (const extension of extensions) {
    const answered = (await extension.ask(subject, answer)) ?? [];
    for (const { name, data = '', mask = false } of toList(answered)) {
      if (!validName.test(name)) {
        throw extension.failure(`"${name}" is not the name of a variable`);
      }
      if (!found.has(name)) found.set(name, { name, data, isMasked: mask });
    }
  }
  return [...found.values()];
}

function toList(answered: NonNullable<z.output<typeof answer>>): z.output<typeof variable>[] {
  if (Array.isArray(answered)) return answered;
  return Object.entries(answered).map(([name, data]) => ({ name, data }));
}
