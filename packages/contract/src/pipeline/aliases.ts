import {
  type Alias,
  type Document,
  isAlias,
  isNode,
  type LineCounter,
  type Node,
  visit,
} from 'yaml';
import type { Problem } from './pipeline.ts';

/** What each alias of a document stands for, found in one walk; wrong ones are problems. */
export class Aliases {
  readonly problems: Problem[] = [];
  private readonly targets = new Map<Alias, Node>();

  constructor(document: Document, lines: LineCounter, documentNumber: number) {
    const anchors = new Map<string, Node>();
    const report = (alias: Alias, message: string) => {
      const { line, col } = lines.linePos(alias.range?.[0] ?? 0);
      this.problems.push({
        severity: 'error',
        document: documentNumber,
        line,
        column: col,
        message,
      });
    };
    visit(document, (_, node, ancestors) => {
      if (isAlias(node)) {
        const target = anchors.get(node.source);
        const hint = 'a text that starts with "*" needs quotes';
        if (!target) report(node, `there is no anchor "&${node.source}" above; ${hint}`);
        else if (ancestors.includes(target)) report(node, `"&${node.source}" contains itself`);
        else this.targets.set(node, target);
      } else if (isNode(node) && node.anchor) anchors.set(node.anchor, node);
    });
  }

  /** The node itself, or the one that an alias stands for; undefined for a wrong alias. */
  resolve(node: Node | null | undefined): Node | null | undefined {
    return isAlias(node) ? this.targets.get(node) : node;
  }
}
