import { z } from 'zod/mini';

const text = z.string().check(z.trim(), z.minLength(1), z.maxLength(250));
const groups = z.union([
  z.array(z.string()),
  z.pipe(
    z.string(),
    z.transform((one) => [one]),
  ),
]);
const object = z.record(z.string(), z.unknown());

/** Returns a claim that is a text of usable length. */
export function readText(claims: Record<string, unknown>, name: string): string | undefined {
  return text.safeParse(findClaim(claims, name)).data;
}

/** Returns a claim that is a list of names or one name. */
export function readGroups(claims: Record<string, unknown>, name: string): string[] | undefined {
  return groups.safeParse(findClaim(claims, name)).data;
}

/** Finds a claim by its name, which may contain dots, or by its path, such as `realm_access.roles`. */
function findClaim(claims: Record<string, unknown>, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let value: unknown = claims;
  for (const part of name.split('.')) {
    const parent = object.safeParse(value).data;
    if (!parent || !Object.hasOwn(parent, part)) return undefined;
    value = parent[part];
  }
  return value;
}
