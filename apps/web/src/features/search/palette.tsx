import type { Repo } from '@millrace/contract/api';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useState,
} from 'react';
import { useLanguage, useMessages, usePageMessages } from '../../lib/i18n/messages.tsx';
import { isComposing } from '../../lib/is-composing.ts';
import { Button } from '../../ui/button.tsx';
import { CloseIcon, SearchIcon } from '../../ui/icons.tsx';
import { useActiveOption } from '../../ui/use-active-option.ts';
import css from './palette.module.css';
import { extendOrder, inOrder, type PaletteGroup, type ShownOrder } from './palette-groups.ts';
import { PaletteOption } from './palette-option.tsx';

interface PaletteResults {
  groups: PaletteGroup[];
  /** Further groups may arrive for this text. */
  isPending: boolean;
  /** Shown in place of the results, as when the repositories could not be read. */
  failure?: ReactNode;
  /** Messages of searches that failed while others did not. */
  errors: readonly string[];
}

interface PaletteProps {
  input: RefObject<HTMLInputElement | null>;
  typed: string;
  /** Repository that is searched alone. */
  inside: Repo | null;
  results: PaletteResults;
  onType: (typed: string) => void;
  onInside: (repo: Repo | null) => void;
  onClose: () => void;
}

/** A text field and the options for its text. The focus stays in the field. */
export function Palette(props: PaletteProps) {
  const { input, typed, inside, results, onType, onInside, onClose } = props;
  const { search: text, common } = useMessages();
  const { palette } = usePageMessages();
  const listId = useId();
  const groups = useSteadyOrder(`${inside?.slug ?? ''} ${typed.trim()}`, results.groups);
  const items = groups.flatMap((group) => group.items);
  const idOf = (itemId: string) => `${listId}-${itemId}`;
  const { activeId, setActiveId, moveByKey } = useActiveOption({
    ids: items.map(({ id }) => idOf(id)),
    initial: 'first',
  });
  const active = items.find(({ id }) => idOf(id) === activeId);
  const isHeld = useHeldEnter({ typed, activeId, isPending: results.isPending });

  const change = (next: string) => {
    isHeld.release();
    setActiveId(null);
    onType(next);
  };
  const look = (repo: Repo | null) => {
    change('');
    onInside(repo);
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isComposing(event)) return;
    const { key, currentTarget: field } = event;
    const isAtEnd = field.selectionStart === typed.length && field.selectionEnd === typed.length;
    if (moveByKey(key)) event.preventDefault();
    else if (key === 'Enter') {
      event.preventDefault();
      if (activeId) press(activeId, event);
      else isHeld.hold();
    } else if (key === 'ArrowRight' && isAtEnd && active?.inside) {
      event.preventDefault();
      look(active.inside);
    } else if ((key === 'ArrowLeft' || key === 'Backspace') && inside && typed === '') {
      event.preventDefault();
      look(null);
    }
  };
  return (
    <>
      <div className={css.query}>
        <SearchIcon />
        {inside && (
          <Button
            size="small"
            className={css.scope}
            aria-label={palette.leave(inside.slug)}
            onClick={() => look(null)}
          >
            <span>{inside.slug}</span>
            <CloseIcon size={12} />
          </Button>
        )}
        <input
          ref={input}
          type="text"
          role="combobox"
          aria-label={text.placeholder}
          aria-autocomplete="list"
          aria-expanded={items.length > 0}
          aria-controls={items.length > 0 ? listId : undefined}
          aria-activedescendant={activeId}
          placeholder={inside ? palette.insidePlaceholder : text.placeholder}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          value={typed}
          onChange={(event) => change(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <Button kind="ghost" size="small" isIcon aria-label={common.close} onClick={onClose}>
          <CloseIcon />
        </Button>
      </div>
      <div className={css.results}>
        {items.length > 0 && (
          <div role="listbox" id={listId} aria-label={palette.results}>
            {groups.map(({ id, title, items: options }) => (
              // biome-ignore lint/a11y/useSemanticElements: a group of a listbox is no fieldset
              <div key={id} role="group" aria-label={title} className={css.group}>
                <div className={css.title} aria-hidden="true">
                  {title}
                </div>
                {options.map((item) => (
                  <PaletteOption
                    key={item.id}
                    id={idOf(item.id)}
                    item={item}
                    isActive={idOf(item.id) === activeId}
                    onActive={() => setActiveId(idOf(item.id))}
                    onInside={look}
                    onOpened={onClose}
                  />
                ))}
              </div>
            ))}
          </div>
        )}
        {results.failure}
        <div role="status" className={css.status}>
          {!results.failure && <Outcome {...{ typed, inside, results, count: items.length }} />}
        </div>
      </div>
      <p className={css.hint}>{inside ? palette.insideHint : text.hint}</p>
    </>
  );
}

interface OutcomeProps {
  typed: string;
  inside: Repo | null;
  results: PaletteResults;
  count: number;
}

function Outcome({ typed, inside, results: { isPending, errors }, count }: OutcomeProps) {
  const { search: text, common } = useMessages();
  const { palette } = usePageMessages();
  const { locale } = useLanguage();
  const isSearch = typed.trim() !== '' || inside !== null;
  return (
    <>
      {errors.map((error) => (
        <p key={error} className={css.error}>
          {error}
        </p>
      ))}
      {isSearch && count > 0 && (
        <span className="visually-hidden">{palette.found(count.toLocaleString(locale))}</span>
      )}
      {isSearch && count === 0 && isPending && <p className={css.none}>{common.loading}</p>}
      {isSearch && count === 0 && !isPending && errors.length === 0 && (
        <p className={css.none}>{inside && !typed.trim() ? palette.empty : text.none}</p>
      )}
    </>
  );
}

/** Keeps options where they are while further answers arrive for the same text. */
function useSteadyOrder(query: string, groups: PaletteGroup[]): PaletteGroup[] {
  const [shown, setShown] = useState<ShownOrder>({ query, groups: [] });
  const order = extendOrder(shown, query, groups);
  if (order !== shown) setShown(order);
  return inOrder(order, groups);
}

/**
 * Enter that was pressed before anything was found opens the first option that is found for the same text.
 * Any further key takes it back.
 */
function useHeldEnter(now: { typed: string; activeId: string | undefined; isPending: boolean }) {
  const { activeId, isPending } = now;
  const [isHeld, setIsHeld] = useState(false);
  useEffect(() => {
    if (!isHeld) return;
    if (activeId) press(activeId, {});
    if (activeId || !isPending) setIsHeld(false);
  }, [isHeld, activeId, isPending]);
  return { hold: () => setIsHeld(isPending), release: () => setIsHeld(false) };
}

/** Opens an option as a click would, in another tab with the keys that browsers have for it. */
function press(
  id: string,
  keys: { ctrlKey?: boolean; metaKey?: boolean; shiftKey?: boolean },
): void {
  const { ctrlKey = false, metaKey = false, shiftKey = false } = keys;
  const modifiers = { ctrlKey, metaKey, shiftKey };
  const click = new MouseEvent('click', { bubbles: true, cancelable: true, ...modifiers });
  document.getElementById(id)?.dispatchEvent(click);
}
