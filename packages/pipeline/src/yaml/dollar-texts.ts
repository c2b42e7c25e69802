import { keyText, type YamlNode, type YamlScalar } from './yaml-node.ts';

/** The texts of a document with a dollar sign, and the keys of all its maps. */
export interface DollarTexts {
  texts: readonly YamlScalar[];
  keys: ReadonlySet<string>;
}

export function findDollarTexts(root: YamlNode | undefined): DollarTexts {
  const texts: YamlScalar[] = [];
  const keys = new Set<string>();
  const visit = (node: YamlNode | undefined): void => {
    if (node?.kind === 'list') for (const item of node.items) visit(item);
    else if (node?.kind === 'scalar' && node.text.includes('$')) texts.push(node);
    else if (node?.kind === 'map') {
      for (const { key, value } of node.pairs) {
        keys.add(keyText(key));
        visit(value);
      }
    }
  };
  visit(root);
  return { texts, keys };
}
