import { ArrowDown, ArrowUp, X } from 'lucide';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { logMatchMessages } from '../../domain-ui/log-match-messages.ts';
import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { isComposing } from '../../lib/is-composing.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import css from './log-search-bar.module.css';
import { consoleMessages } from './messages.ts';
import type { LogSearch } from './use-log-search.ts';

/** Search in the log. Enter selects the next match, Shift+Enter the previous one, Escape closes. */
export function LogSearchBar({ search }: { search: LogSearch }) {
  const { common } = useMessages();
  const text = useTexts(consoleMessages);
  const input = useRef<HTMLInputElement>(null);
  const { query } = search;
  useEffect(() => {
    const opener = document.activeElement;
    input.current?.focus();
    return () => {
      // The focus is on the page itself if it was in this bar.
      const isLost = document.activeElement === document.body || !document.activeElement;
      if (isLost && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, []);
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
        <SearchCount search={search} />
      </output>
      <MatchButtons search={search} />
      <Button kind="ghost" size="small" isIcon aria-label={common.close} onClick={search.close}>
        <Icon icon={X} size={14} />
      </Button>
    </search>
  );
}

/** The number of matches, and how much of the log is searched while that is not all. */
function SearchCount({ search }: { search: LogSearch }) {
  const text = useTexts(consoleMessages);
  const match = useTexts(logMatchMessages);
  const { query, found, current, searchedPercent } = search;
  if (query.text === '') return null;
  if (found?.problem) return found.problem;
  if (searchedPercent === null) return found && match.matches(current + 1, found.count);
  return (
    <>
      {found && found.count > 0 && `${match.matches(current + 1, found.count)} · `}
      {text.searching}
      {/* Hidden, so that a screen reader does not announce each percent. */}
      <span aria-hidden="true"> {searchedPercent} %</span>
    </>
  );
}

/** Match options, and buttons for the previous and next match. */
function MatchButtons({ search }: { search: LogSearch }) {
  const match = useTexts(logMatchMessages);
  const { query, found } = search;
  return (
    <>
      <IconButton
        label={match.matchCase}
        aria-pressed={query.matchesCase}
        onClick={() => search.change({ matchesCase: !query.matchesCase })}
      >
        Aa
      </IconButton>
      <IconButton
        label={match.regExp}
        aria-pressed={query.isRegExp}
        onClick={() => search.change({ isRegExp: !query.isRegExp })}
      >
        .*
      </IconButton>
      <IconButton
        label={match.previousMatch}
        disabled={!found?.count}
        onClick={() => search.step(-1)}
      >
        <Icon icon={ArrowUp} size={14} />
      </IconButton>
      <IconButton label={match.nextMatch} disabled={!found?.count} onClick={() => search.step(1)}>
        <Icon icon={ArrowDown} size={14} />
      </IconButton>
    </>
  );
}
