import type { Root, RootContent } from 'hast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';

/** Cells of all tables: a row is filled up to the width of its table, however short it is written. */
const maxCells = 50_000;
const maxNodes = 50_000;
const maxDepth = 100;

/**
 * Parses Markdown to a tree of HTML elements, without the HTML that is written in it. Returns null if the
 * tree would be too large, or too deep, for a page to show. Takes long for hostile texts: for a worker.
 */
export function parseMarkdown(text: string): Root | null {
  if (countCells(text) > maxCells) return null;
  const processor = unified().use(remarkParse).use(remarkGfm).use(remarkRehype);
  const tree = processor.runSync(processor.parse(text));
  return isShowable(tree) ? tree : null;
}

/** Rows of tables stand on lines of their own, so this is at least what they come to. */
function countCells(text: string): number {
  let widest = 0;
  let lines = 0;
  for (const line of text.split('\n')) {
    lines++;
    widest = Math.max(widest, line.split('|').length - 1);
  }
  // One pipe in a line makes no wide table.
  return widest < 10 ? 0 : widest * lines;
}

function isShowable(tree: Root): boolean {
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
