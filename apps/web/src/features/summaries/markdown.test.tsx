// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { Markdown } from './markdown.tsx';
import { parseMarkdown } from './parse-markdown.ts';

afterEach(cleanup);
const treeOf = (text: string) => {
  const tree = parseMarkdown(text);
  if (!tree) throw new Error('The text is too complex');
  return tree;
};
const htmlOf = (text: string) => render(<Markdown tree={treeOf(text)} />).container.innerHTML;

it.each([
  ['a script', '<script>alert(1)</script>'],
  ['a handler', '<img src=x onerror="alert(1)">'],
  ['a frame', '<iframe src="https://example.com"></iframe>'],
  ['a style', '<style>body { display: none }</style>'],
  ['a script URL', '[click](javascript:alert(1))'],
  ['an obfuscated script URL', '[click](java&#x0A;script:alert(1))'],
  ['a data URL', '[click](data:text/html;base64,PHNjcmlwdD4=)'],
  ['a URL of this server', '[click](/logout)'],
  ['a tracking pixel', '![pixel](https://example.com/pixel.gif)'],
])('does not render %s', (_, text) => {
  const html = htmlOf(text);
  expect(html).not.toMatch(/<(script|iframe|style|img)|onerror|javascript:|data:|href="\//i);
});

it('renders headings below those of the page, links, task lists and tables', () => {
  const html = htmlOf(
    '# Big\n\n- [x] done\n\n[more](https://example.com/a)\n\n| a |\n| - |\n| b |\n',
  );
  expect(html).toContain('<h2>Big</h2>');
  expect(html).toContain('type="checkbox"');
  expect(html).toContain('href="https://example.com/a"');
  expect(html).toContain('<td>b</td>');
});

it('renders again only if the tree changes', () => {
  const readLink = vi.spyOn(globalThis, 'URL');
  const one = treeOf('[one](https://example.com/one)');
  const { rerender } = render(<Markdown tree={one} />);
  const reads = readLink.mock.calls.length;
  expect(reads).toBeGreaterThan(0);
  rerender(<Markdown tree={one} />);
  expect(readLink).toHaveBeenCalledTimes(reads);
  rerender(<Markdown tree={treeOf('[two](https://example.com/two)')} />);
  expect(readLink.mock.calls.length).toBeGreaterThan(reads);
});
