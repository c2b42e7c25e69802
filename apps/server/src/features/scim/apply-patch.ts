import { ScimError } from './scim-error.ts';
import type { PatchOperation } from './scim-schemas.ts';

type Resource = Record<string, unknown>;
type Item = Record<string, unknown>;

/** `emails[type eq "work"].value`, `members[value eq "7"]`, `name.givenName` or `active`, maybe with the URN of a schema. */
const pathPattern =
  /^(?:urn:[\w.:-]+:)?([\w$-]+)(?:\[\s*([\w$-]+)\s+eq\s+(?:"([^"]*)"|(\w+))\s*\])?(?:\.([\w$-]+))?$/i;
const extension = /^urn:ietf:params:scim:schemas:extension:/i;

/**
 * Applies the operations of a PATCH to a resource, by RFC 7644, section 3.5.2, as far as Okta and Entra ID use it. Returns a
 * copy. Attributes that the server does not know are changed as well, and ignored afterwards.
 */
export function applyPatch(resource: Resource, operations: readonly PatchOperation[]): Resource {
  const changed = structuredClone(resource);
  for (const operation of operations) applyOne(changed, operation);
  return changed;
}

function applyOne(resource: Resource, { op, path, value }: PatchOperation): void {
  if (path === undefined) {
    if (op === 'remove') throw new ScimError(400, 'invalidPath', 'A removal needs a path');
    if (!isItem(value)) throw new ScimError(400, 'invalidValue', 'The value is not an object');
    // Okta and Entra ID also use paths as the names of such values.
    for (const [name, one] of Object.entries(value))
      applyOne(resource, { op, path: name, value: one });
    return;
  }
  // The server stores no extension.
  if (extension.test(path)) return;
  const match = pathPattern.exec(path);
  if (!match) throw new ScimError(400, 'invalidPath', `Unsupported path: ${path}`);
  const [, given = '', key, quoted, bare, part] = match;
  const name = nameOf(resource, given);
  if (key !== undefined)
    applyToItems(resource, name, { key, wanted: quoted ?? bare, part }, op, value);
  else if (part !== undefined) applyToPart(resource, name, part, op, value);
  else applyToAttribute(resource, name, op, value);
}

function applyToAttribute(resource: Resource, name: string, op: string, value: unknown): void {
  const old = resource[name];
  if (op === 'remove') {
    // Entra ID names the members to remove in the value.
    const removed = Array.isArray(value) ? value.filter(isItem).map((item) => item.value) : [];
    if (Array.isArray(old) && removed.length > 0) {
      resource[name] = old.filter((item) => !(isItem(item) && removed.includes(item.value)));
    } else delete resource[name];
    return;
  }
  if (op === 'add' && Array.isArray(old)) {
    const added = Array.isArray(value) ? value : [value];
    const known = new Set(old.filter(isItem).map((item) => item.value));
    resource[name] = [...old, ...added.filter((item) => !(isItem(item) && known.has(item.value)))];
    return;
  }
  // Entra ID replaces whole objects by some of their parts.
  resource[name] = isItem(old) && isItem(value) ? { ...old, ...value } : value;
}

function applyToPart(
  resource: Resource,
  name: string,
  part: string,
  op: string,
  value: unknown,
): void {
  const old = resource[name];
  const changed = isItem(old) ? { ...old } : {};
  if (op === 'remove') delete changed[part];
  else changed[part] = value;
  resource[name] = changed;
}

function applyToItems(
  resource: Resource,
  name: string,
  { key, wanted, part }: { key: string; wanted: string | undefined; part: string | undefined },
  op: string,
  value: unknown,
): void {
  const old = resource[name];
  const items = (Array.isArray(old) ? old : []).filter(isItem);
  const isMeant = (item: Item) => String(item[key]) === wanted;
  if (op === 'remove' && part === undefined) {
    resource[name] = items.filter((item) => !isMeant(item));
    return;
  }
  const change = (item: Item): Item => {
    if (part === undefined) return isItem(value) ? { ...item, ...value } : item;
    const { [part]: _, ...others } = item;
    return op === 'remove' ? others : { ...others, [part]: value };
  };
  const isPresent = items.some(isMeant);
  const changed = items.map((item) => (isMeant(item) ? change(item) : item));
  resource[name] =
    isPresent || op === 'remove' ? changed : [...items, change({ [key]: wanted } as Item)];
}

/** Names of attributes are not case-sensitive. */
function nameOf(resource: Resource, name: string): string {
  return Object.keys(resource).find((known) => known.toLowerCase() === name.toLowerCase()) ?? name;
}

function isItem(value: unknown): value is Item {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
