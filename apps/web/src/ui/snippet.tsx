import type { ReactNode } from 'react';
import css from './snippet.module.css';

interface SnippetProps {
  label: string;
  text: string;
  action?: ReactNode;
}

/** A text to copy, shown unchanged, with an optional action. */
export function Snippet({ label, text, action }: SnippetProps) {
  return (
    <figure className={css.snippet} aria-label={label}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable */}
      <pre className={css.text} tabIndex={0}>
        {text}
      </pre>
      {action}
    </figure>
  );
}
