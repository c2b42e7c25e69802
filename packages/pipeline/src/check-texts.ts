import { warnMisspelledVariables } from './check-variables.ts';
import { quoteText } from './hints/show-value.ts';
import { expressionFault } from './shape/text-patterns.ts';
import { findDollarTexts } from './yaml/dollar-texts.ts';
import type { YamlScalar } from './yaml/yaml-node.ts';
import type { YamlReader } from './yaml/yaml-reader.ts';

/** Warns about variables and expressions that stand for nothing. */
export function warnAboutTexts(reader: YamlReader): void {
  const found = findDollarTexts(reader.root.node);
  warnMisspelledVariables(reader, found);
  for (const node of found.texts) {
    const fault = faultOf(node);
    if (fault) reader.report('warning', { node, path: '' }, fault);
  }
}

/** `$$` stands for a dollar sign, so that what follows it is meant. */
function faultOf({ text }: YamlScalar): string | undefined {
  if (!expressionFault.test(text)) return undefined;
  const [foreign] = /(?<!\$)\$\{\{[^}]*\}?\}?/.exec(text) ?? [];
  if (foreign) {
    return `${quoteText(foreign)} is an expression of another system; write "\${NAME}" for a variable`;
  }
  // The end of a text of several lines may be in another language.
  return `a "}" is missing after "\${"`;
}
