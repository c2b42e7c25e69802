import { Document, isScalar, Scalar, visit } from 'yaml';

/** Writes one YAML document per value, which parses to the same value. */
export function writeDocuments(values: readonly unknown[]): string {
  return values.map(writeDocument).join('---\n');
}

function writeDocument(value: unknown): string {
  const document = new Document(value, {
    version: '1.1',
    aliasDuplicateObjects: false,
    customTags: (tags) => tags.filter((tag) => typeof tag === 'string' || tag.tag !== mergeTag),
  });
  // Without quotes, this key is a merge key.
  visit(document, {
    Pair(_, { key }) {
      if (isScalar(key) && key.value === '<<') key.type = Scalar.QUOTE_DOUBLE;
    },
  });
  return document.toString({ lineWidth: 0 });
}

/** Tag for keys named `<<`, which the library would otherwise write without quotes. */
const mergeTag = 'tag:yaml.org,2002:merge';
