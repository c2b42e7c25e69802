import type { LogQuery } from '@millrace/contract/log-pattern';
import { ArrowDown, ArrowUp, X } from 'lucide';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { logMatchMessages } from '../../domain-ui/log-match-messages.ts';
import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { isComposing } from '../../lib/is-composing.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import css from './log-search-field.module.css';
import { logSearchMessages } from './messages.ts';

/** Debounce of the search input, in milliseconds. */
const pauseMs = 250;

interface LogSearchFieldProps {
  query: LogQuery;
  onChange: (query: LogQuery) => void;
  onClose: () => void;
  /** Selects the next or previous hit; null if hits are only reachable by their links. */
  onStep: ((by: 1 | -1) => void) | null;
  hasHits: boolean;
  place: { current: number; count: number } | null;
}

/** Search input with match options and the position among the hits. */
export function LogSearchField(props: LogSearchFieldProps) {
  const { query, onChange, onClose, onStep, hasHits, place } = props;
  const { common } = useMessages();
  const text = useTexts(logSearchMessages);
  const consoleText = useTexts(logMatchMessages);
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useTypedQuery(query, onChange);
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || isComposing(event)) return;
    event.preventDefault();
    if (typed !== query.text) onChange({ ...query, text: typed });
    else onStep?.(event.shiftKey ? -1 : 1);
  };
  return (
    <search className={css.field}>
      <div className={css.row}>
        <input
          ref={input}
          className={css.input}
          type="text"
          aria-label={text.title}
          placeholder={text.title}
          maxLength={1000}
          spellCheck={false}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <Button kind="ghost" size="small" isIcon aria-label={common.close} onClick={onClose}>
          <Icon icon={X} size={14} />
        </Button>
      </div>
      <div className={css.row}>
        <IconButton
          label={consoleText.matchCase}
          aria-pressed={query.matchesCase}
          onClick={() => onChange({ ...query, text: typed, matchesCase: !query.matchesCase })}
        >
          Aa
        </IconButton>
        <IconButton
          label={consoleText.regExp}
          aria-pressed={query.isRegExp}
          onClick={() => onChange({ ...query, text: typed, isRegExp: !query.isRegExp })}
        >
          .*
        </IconButton>
        <span className={css.place}>
          {place && consoleText.matches(place.current + 1, place.count)}
        </span>
        {onStep && <StepButtons onStep={onStep} hasHits={hasHits} />}
      </div>
    </search>
  );
}

interface StepButtonsProps {
  onStep: (by: 1 | -1) => void;
  hasHits: boolean;
}

/** Buttons for the previous and the next hit. */
function StepButtons({ onStep, hasHits }: StepButtonsProps) {
  const consoleText = useTexts(logMatchMessages);
  return (
    <>
      <IconButton label={consoleText.previousMatch} disabled={!hasHits} onClick={() => onStep(-1)}>
        <Icon icon={ArrowUp} size={14} />
      </IconButton>
      <IconButton label={consoleText.nextMatch} disabled={!hasHits} onClick={() => onStep(1)}>
        <Icon icon={ArrowDown} size={14} />
      </IconButton>
    </>
  );
}

/** Holds the typed text, debounced before it becomes the text of the query. */
function useTypedQuery(query: LogQuery, onChange: (query: LogQuery) => void) {
  const [typed, setTyped] = useState(query.text);
  const latest = useRef({ query, onChange });
  latest.current = { query, onChange };
  // Only typing starts a search. A query that changes otherwise, for example when the search closes, does
  // not.
  useEffect(() => {
    if (typed === latest.current.query.text) return;
    const timer = setTimeout(() => {
      const { query, onChange } = latest.current;
      if (typed !== query.text) onChange({ ...query, text: typed });
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return [typed, setTyped] as const;
}
