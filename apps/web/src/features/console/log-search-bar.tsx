import { ArrowDown, ArrowUp, X } from 'lucide';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useMessages, usePageMessages } from '../../lib/i18n/messages.tsx';
import { isComposing } from '../../lib/is-composing.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import css from './log-search-bar.module.css';
import type { LogSearch } from './use-log-search.ts';

/** Search in the log. Enter selects the next match, Shift+Enter the previous one, Escape closes. */
export function LogSearchBar({ search }: { search: LogSearch }) {
  const { common } = useMessages();
  const { console: text } = usePageMessages();
  const input = useRef<HTMLInputElement>(null);
  const { query, found, current } = search;
  useEffect(() => input.current?.focus(), []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    if (event.key === 'Enter') search.step(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape') search.close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <search className={css.bar}>
      <input
        ref={input}
        className={css.input}
        type="text"
        aria-label={text.search}
        placeholder={text.search}
        spellCheck={false}
        autoComplete="off"
        value={query.text}
        onChange={(event) => search.change({ text: event.target.value })}
        onKeyDown={onKeyDown}
      />
      <output className={css.count} aria-live="polite">
        {query.text !== '' && found && (found.problem ?? text.matches(current + 1, found.count))}
      </output>
      <MatchButtons search={search} />
      <Button kind="ghost" size="small" isIcon aria-label={common.close} onClick={search.close}>
        <Icon icon={X} size={14} />
      </Button>
    </search>
  );
}

/** Match options, and buttons for the previous and next match. */
function MatchButtons({ search }: { search: LogSearch }) {
  const { console: text } = usePageMessages();
  const { query, found } = search;
  return (
    <>
      <IconButton
        label={text.matchCase}
        aria-pressed={query.matchesCase}
        onClick={() => search.change({ matchesCase: !query.matchesCase })}
      >
        Aa
      </IconButton>
      <IconButton
        label={text.regExp}
        aria-pressed={query.isRegExp}
        onClick={() => search.change({ isRegExp: !query.isRegExp })}
      >
        .*
      </IconButton>
      <IconButton
        label={text.previousMatch}
        disabled={!found?.count}
        onClick={() => search.step(-1)}
      >
        <Icon icon={ArrowUp} size={14} />
      </IconButton>
      <IconButton label={text.nextMatch} disabled={!found?.count} onClick={() => search.step(1)}>
        <Icon icon={ArrowDown} size={14} />
      </IconButton>
    </>
  );
}
