import { warnMisspelledVariables } from './check-variables.ts';
import { quoteText } from './hints/show-value.ts';
import { keyText, type YamlNode, type YamlScalar } from './yaml/yaml-node.ts';
import type { YamlReader } from './yaml/yaml-reader.ts';

/** The texts of a document with a dollar sign, and the keys of all its maps. */
export interface DollarTexts {
  texts: readonly YamlScalar[];
  keys: ReadonlySet<string>;
}

/** Warns about variables and expressions that stand for nothing. */
export function warnAboutTexts(reader: YamlReader): void {
  const found = findDollarTexts(reader.root.node);
  warnMisspelledVariables(reader, found);
  for (const node of found.texts) {
    const fault = faultOf(node);
    if (fault) reader.report('warning', { node, path: '' }, fault);
  }
}

function findDollarTexts(root: YamlNode | undefined): DollarTexts {
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

function faultOf({ text }: YamlScalar): string | undefined {
  const [foreign] = /\$\{\{[^}]*\}?\}?/.exec(text) ?? [];
  if (foreign) {
    return `${quoteText(foreign)} is an expression of another system; write "\${NAME}" for a variable`;
  }
  // The end of a text of several lines may be in another language.
  if (!text.includes('\n') && /\$\{[\w:]*$/.test(text)) return `a "}" is missing after "\${"`;
  return undefined;
}
