import { z } from 'zod/mini';
import { ScimError } from './scim-error.ts';

/** Resources in one answer. */
export const maxCount = 200;

const number = z.optional(z.coerce.number().check(z.int()));
const query = z.object({
  filter: z.optional(z.string().check(z.maxLength(500))),
  startIndex: number,
  count: number,
  excludedAttributes: z.optional(z.string()),
});

export interface ScimQuery {
  /** Attribute that must have a value, as the caller wrote it. */
  filter: { attribute: string; value: string } | undefined;
  /** Position of the first resource, counted from 1. */
  startIndex: number;
  count: number;
  /** Whether the answer has the members of groups. */
  hasMembers: boolean;
}

/** @param attributes that can be compared, in lower case */
export function readScimQuery(given: unknown, attributes: readonly string[]): ScimQuery {
  const { data } = query.safeParse(given);
  if (!data) throw new ScimError(400, 'invalidValue', 'Invalid startIndex, count or filter');
  const { filter, startIndex = 1, count = maxCount, excludedAttributes = '' } = data;
  return {
    filter: filter === undefined ? undefined : readFilter(filter, attributes),
    startIndex: Math.max(1, startIndex),
    count: Math.min(maxCount, Math.max(0, count)),
    hasMembers: !excludedAttributes.split(',').some((name) => name.trim() === 'members'),
  };
}

function readFilter(text: string, attributes: readonly string[]): ScimQuery['filter'] {
  const [, name = '', quoted = ''] =
    /^\s*([\w.]+)\s+eq\s+("(?:[^"\\]|\\.)*")\s*$/i.exec(text) ?? [];
  const attribute = name.toLowerCase();
  if (!attributes.includes(attribute)) {
    const known = attributes.map((known) => `${known} eq "…"`).join(', ');
    throw new ScimError(400, 'invalidFilter', `Unsupported filter. Supported are: ${known}`);
  }
  try {
    return { attribute, value: String(JSON.parse(quoted)) };
  } catch {
    throw new ScimError(400, 'invalidFilter', 'The value of the filter is not a JSON text');
  }
}
