import { Document, isScalar, Scalar, visit } from 'yaml';

/** YAML documents, one for each value, that read back as the same values. */
export function writeDocuments(values: readonly unknown[]): string {
  return values.map(writeDocument).join('---\n');
}

function writeDocument(value: unknown): string {
  const document = new Document(value, {
    version: '1.1',
    aliasDuplicateObjects: false,
    customTags: (tags) => tags.filter((tag) => typeof tag === 'string' || tag.tag !== mergeTag),
  });
  // Without quotes such a key is a merge.
  visit(document, {
    Pair(_, { key }) {
      if (isScalar(key) && key.value === '<<') key.type = Scalar.QUOTE_DOUBLE;
    },
  });
  return document.toString({ lineWidth: 0 });
}

/** It would write the key `<<` without quotes, whatever they are. */
const mergeTag = 'tag:yaml.org,2002:merge';
