import type { Root, RootContent } from 'hast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';

/**
 * Maximum number of cells of all tables. The parser extends each row to the width of its table, so short
 * texts can produce many cells.
 */
const maxCells = 50_000;
const maxNodes = 50_000;
const maxDepth = 100;

/**
 * Parses Markdown to a tree of HTML elements, ignoring embedded HTML. Returns null if the tree is too large
 * or too deep to render. Slow for hostile texts, so it must run in a worker.
 */
export function parseMarkdown(text: string): Root | null {
  if (countCells(text) > maxCells) return null;
  const processor = unified().use(remarkParse).use(remarkGfm).use(remarkRehype);
  const tree = processor.runSync(processor.parse(text));
  return isRenderable(tree) ? tree : null;
}

/** Returns an upper bound of the number of table cells: each table row is on a separate line. */
function countCells(text: string): number {
  let widest = 0;
  let lines = 0;
  for (const line of text.split('\n')) {
    lines++;
    widest = Math.max(widest, line.split('|').length - 1);
  }
  // Texts with few pipes per line are common and cannot create wide tables.
  return widest < 10 ? 0 : widest * lines;
}

function isRenderable(tree: Root): boolean {
  let nodes = 0;
  const rest: { node: Root | RootContent; depth: number }[] = [{ node: tree, depth: 0 }];
  for (let next = rest.pop(); next; next = rest.pop()) {
    const { node, depth } = next;
    nodes++;
    if (nodes > maxNodes || depth > maxDepth) return false;
    if (!('children' in node)) continue;
    for (const child of node.children) rest.push({ node: child, depth: depth + 1 });
  }
  return true;
}
