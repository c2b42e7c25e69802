// Markdown to HTML, and to the sections that are searched.
import GithubSlugger from 'github-slugger';
import { toHtml } from 'hast-util-to-html';
import { toString as textOf } from 'mdast-util-to-string';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';

const parser = unified().use(remarkParse).use(remarkGfm);
const toHast = unified().use(remarkRehype);

/**
 * Renders a page. `resolveLink` returns the URL of a link in it to this server. HTML in the Markdown is left out.
 */
export function renderPage(markdown, resolveLink) {
  const tree = parser.parse(markdown);
  const slugger = new GithubSlugger();
  const sections = [];
  for (const node of tree.children) {
    if (node.type === 'heading') {
      const title = textOf(node);
      const id = slugger.slug(title);
      node.data = { hProperties: { id } };
      sections.push({ id, title, depth: node.depth, text: '' });
    } else {
      const section = sections.at(-1);
      if (section) section.text += ` ${textsIn(node).join(' ')}`;
    }
  }
  visit(tree, ['link', 'image', 'definition'], (node) => {
    if (!/^([a-z]+:|#)/i.test(node.url)) node.url = resolveLink(node.url);
  });
  const html = toHtml(toHast.runSync(tree));
  return { html, sections, title: sections[0]?.title ?? '' };
}

/** Texts of a block, so that the cells of a table are separate words. */
function textsIn(block) {
  const texts = [];
  visit(block, ['text', 'inlineCode', 'code'], ({ value }) => {
    texts.push(value);
  });
  return texts;
}
