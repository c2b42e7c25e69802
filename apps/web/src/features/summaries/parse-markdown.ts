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
/**
 * Maximum number of markers of emphasis in one block. The parser's time grows with its square; this number takes about
 * a second.
 */
const maxMarkers = 5000;
const maxNodes = 50_000;
const maxDepth = 100;

/**
 * Parses Markdown to a tree of HTML elements, ignoring embedded HTML. Returns null if the tree is too large
 * or too deep to render. Slow for hostile texts, so it must run in a worker.
 */
export function parseMarkdown(text: string): Root | null {
  if (countCells(text) > maxCells || countMarkers(text) > maxMarkers) return null;
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

/**
 * Returns the largest number of markers in a block. The start of a block is a guess: a hostile text may have more markers
 * than counted. Its worker then ends at the time limit.
 */
function countMarkers(text: string): number {
  let most = 0;
  let count = 0;
  let isCode = false;
  for (const line of text.split('\n')) {
    const isFence = /^ {0,3}(?:```|~~~)/.test(line);
    if (isFence) isCode = !isCode;
    if (isFence || /^\s*(?:$|[-*+|#]|\d+[.)] )/.test(line)) count = 0;
    if (!isCode) count += line.match(/[*~]+/g)?.length ?? 0;
    most = Math.max(most, count);
  }
  return most;
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
