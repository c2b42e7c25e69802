import type { Root } from 'hast';
import { type Components, toJsxRuntime } from 'hast-util-to-jsx-runtime';
import { memo } from 'react';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';
import { toHttpUrl } from '../../lib/safe-url.ts';
import css from './markdown.module.css';

/** Shifts the heading levels below those of the page. */
const components: Partial<Components> = {
  h1: 'h2',
  h2: 'h3',
  h3: 'h4',
  h4: 'h5',
  h5: 'h6',
  h6: 'h6',
  a: ({ href, children }) => {
    const url = toHttpUrl(href ?? '');
    return url ? (
      <a href={url} rel="noreferrer nofollow ugc" target="_blank">
        {children}
      </a>
    ) : (
      <span>{children}</span>
    );
  },
  // Show an image as a link, so that viewing a summary sends no request to another site.
  img: ({ src, alt }) => {
    const url = typeof src === 'string' ? toHttpUrl(src) : null;
    return url ? (
      <a href={url} rel="noreferrer nofollow ugc" target="_blank">
        {alt || url}
      </a>
    ) : (
      <span>{alt}</span>
    );
  },
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable
    <div className={css.scroller} tabIndex={0}>
      <table>{children}</table>
    </div>
  ),
};

/** Renders parsed Markdown from an untrusted source. Links may only lead to http(s) pages. */
export const Markdown = memo(function Markdown({ tree }: { tree: Root }) {
  return (
    <div className={css.markdown}>{toJsxRuntime(tree, { Fragment, jsx, jsxs, components })}</div>
  );
});
