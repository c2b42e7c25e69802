import type { Condition } from '../conditions.ts';
import { readCondition } from '../read-conditions.ts';
import type { Data } from '../yaml/yaml-data.ts';
import type { Field, YamlReader } from '../yaml/yaml-reader.ts';

const names: Record<string, string> = {
  branch: 'branch',
  environment: 'target',
  event: 'event',
  instance: 'instance',
  ref: 'ref',
  repo: 'repo',
  status: 'status',
};
const eventNames: Record<string, string> = { deploy: 'promote', deployment: 'promote' };

type WrittenCondition = { include: string[]; exclude?: string[] };

/** Converts `when` of a step to the current format, without its matrix conditions. */
export function readWhen(
  reader: YamlReader,
  field: Field | undefined,
): { [key: string]: WrittenCondition } {
  const when: { [key: string]: WrittenCondition } = {};
  for (const [key, value] of reader.map(field)) {
    const name = names[key];
    if (name !== undefined) when[name] = write(readCondition(reader, value), name);
  }
  return when;
}

function write({ include, exclude }: Condition, name: string): WrittenCondition {
  const rename = (text: string) => (name === 'event' && eventNames[text]) || text;
  return {
    include: include.map(rename),
    ...(exclude.length > 0 ? { exclude: exclude.map(rename) } : {}),
  };
}

/**
 * Converts `branches` of the file. It did not apply to tags, and matched pull requests by their target
 * branch; a trigger on refs is the closest equivalent if nothing is excluded.
 */
export function readTrigger(
  reader: YamlReader,
  field: Field | undefined,
  steps: readonly { wantsTags: boolean }[],
): { [key: string]: Data } | undefined {
  if (!field) return undefined;
  const condition = readCondition(reader, field);
  const { include, exclude } = condition;
  if (exclude.length > 0) return { branch: write(condition, 'branch') };
  if (include.length === 0) return undefined;
  const tags = steps.some((step) => step.wantsTags) ? ['refs/tags/**'] : [];
  const requests = ['refs/pull/**', 'refs/pull-requests/**', 'refs/merge-requests/**'];
  return {
    ref: { include: [...include.map((name) => `refs/heads/${name}`), ...requests, ...tags] },
  };
}
