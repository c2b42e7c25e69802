import type { Entry } from 'ldapts';

/** Returns the text values of an attribute. Directories ignore the case of its name. */
export function readTexts(entry: Entry, attribute: string): string[] {
  return readValues(entry, attribute).filter((value) => typeof value === 'string');
}

/**
 * Returns the first id of an entry, as `entryUUID=4ba…`, or `objectGUID=` with hexadecimal digits. Undefined
 * if it has none of the attributes.
 */
export function readIdentifier(entry: Entry, attributes: readonly string[]): string | undefined {
  for (const attribute of attributes) {
    const [value = ''] = readValues(entry, attribute);
    if (typeof value === 'string' ? value.trim() : value.length > 0) {
      return `${attribute}=${typeof value === 'string' ? value : value.toString('hex')}`;
    }
  }
  return undefined;
}

/** Returns the attribute and the value of an id. */
export function readSubject(
  subject: string,
  binaryIds: readonly string[],
): { attribute: string; value: string | Buffer } {
  const [attribute = '', ...rest] = subject.split('=');
  const value = rest.join('=');
  return { attribute, value: binaryIds.includes(attribute) ? Buffer.from(value, 'hex') : value };
}

function readValues(entry: Entry, attribute: string): (string | Buffer)[] {
  const name = Object.keys(entry).find((key) => key.toLowerCase() === attribute.toLowerCase());
  const values = name === undefined ? [] : entry[name];
  return values === undefined ? [] : [values].flat();
}
