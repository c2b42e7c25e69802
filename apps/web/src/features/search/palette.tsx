import type { Repo } from '@millrace/contract/api';
import { Search, X } from 'lucide';
import { type KeyboardEvent, type RefObject, useId } from 'react';
import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { isComposing } from '../../lib/is-composing.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useActiveOption } from '../../ui/use-active-option.ts';
import { paletteMessages } from './messages.ts';
import css from './palette.module.css';
import type { PaletteResults } from './palette-groups.ts';
import { PaletteOption } from './palette-option.tsx';
import { PaletteOutcome } from './palette-outcome.tsx';
import { pressOption } from './press-option.ts';
import { useHeldEnter } from './use-held-enter.ts';
import { useStableOrder } from './use-stable-order.ts';

interface PaletteProps {
  input: RefObject<HTMLInputElement | null>;
  typed: string;
  /** Repository to which the search is limited. */
  inside: Repo | null;
  results: PaletteResults;
  onType: (typed: string) => void;
  onInside: (repo: Repo | null) => void;
  onClose: () => void;
}

/** A text field with options. The focus stays in the field. */
export function Palette(props: PaletteProps) {
  const { input, typed, inside, results, onClose } = props;
  const { common } = useMessages();
  const palette = useTexts(paletteMessages);
  const { listId, groups, items, idOf, activeId, setActiveId, change, limitTo, onKeyDown } =
    usePalette(props);
  return (
    <>
      <div className={css.query}>
        <Icon icon={Search} />
        {inside && <Scope slug={inside.slug} onLeave={() => limitTo(null)} />}
        <input
          ref={input}
          type="text"
          role="combobox"
          aria-label={palette.placeholder}
          aria-autocomplete="list"
          aria-expanded={items.length > 0}
          aria-controls={items.length > 0 ? listId : undefined}
          aria-activedescendant={activeId}
          placeholder={inside ? palette.insidePlaceholder : palette.placeholder}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          value={typed}
          onChange={(event) => change(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <Button kind="ghost" size="small" isIcon aria-label={common.close} onClick={onClose}>
          <Icon icon={X} />
        </Button>
      </div>
      <div className={css.results}>
        {items.length > 0 && (
          <PaletteOptions
            {...{ groups, idOf, activeId }}
            id={listId}
            onActive={setActiveId}
            onInside={limitTo}
            onOpened={onClose}
          />
        )}
        {results.failure}
        <div role="status" className={css.status}>
          {!results.failure && (
            <PaletteOutcome {...{ typed, inside, results, count: items.length }} />
          )}
        </div>
      </div>
      <p className={css.hint}>{inside ? palette.insideHint : palette.hint}</p>
    </>
  );
}

/** Manages the options, the active option and the keyboard handling of the field. */
function usePalette(props: PaletteProps) {
  const { input, typed, inside, results, onType, onInside } = props;
  const listId = useId();
  const groups = useStableOrder(`${inside?.slug ?? ''} ${typed.trim()}`, results.groups);
  const items = groups.flatMap((group) => group.items);
  const idOf = (itemId: string) => `${listId}-${itemId}`;
  const { activeId, setActiveId, moveByKey } = useActiveOption({
    ids: items.map(({ id }) => idOf(id)),
    initial: 'first',
  });
  const active = items.find(({ id }) => idOf(id) === activeId);
  const heldEnter = useHeldEnter({ activeId, isPending: results.isPending });

  const change = (next: string) => {
    heldEnter.release();
    setActiveId(null);
    onType(next);
  };
  const limitTo = (repo: Repo | null) => {
    change('');
    onInside(repo);
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    heldEnter.release();
    if (isComposing(event)) return;
    const { key, currentTarget: field } = event;
    const isAtEnd = field.selectionStart === typed.length && field.selectionEnd === typed.length;
    if (moveByKey(key)) event.preventDefault();
    else if (key === 'Enter') {
      event.preventDefault();
      if (activeId) pressOption(activeId, event);
      else heldEnter.hold();
    } else if (key === 'ArrowRight' && isAtEnd && active?.inside) {
      event.preventDefault();
      limitTo(active.inside);
    } else if ((key === 'ArrowLeft' || key === 'Backspace') && inside && typed === '') {
      event.preventDefault();
      limitTo(null);
    }
  };
  return { listId, groups, items, idOf, activeId, setActiveId, change, limitTo, onKeyDown };
}

/** A button with the repository to which the search is limited. It removes the limit. */
function Scope({ slug, onLeave }: { slug: string; onLeave: () => void }) {
  const palette = useTexts(paletteMessages);
  return (
    <Button size="small" className={css.scope} aria-label={palette.leave(slug)} onClick={onLeave}>
      <span>{slug}</span>
      <Icon icon={X} size={12} />
    </Button>
  );
}

interface PaletteOptionsProps {
  id: string;
  groups: PaletteResults['groups'];
  idOf: (itemId: string) => string;
  activeId: string | undefined;
  onActive: (id: string) => void;
  onInside: (repo: Repo) => void;
  onOpened: () => void;
}

function PaletteOptions(props: PaletteOptionsProps) {
  const { id: listId, groups, idOf, activeId, onActive, onInside, onOpened } = props;
  const palette = useTexts(paletteMessages);
  return (
    <div role="listbox" id={listId} aria-label={palette.results}>
      {groups.map(({ id, title, items: options }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms, this is a group of a listbox
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
              onActive={() => onActive(idOf(item.id))}
              onInside={onInside}
              onOpened={onOpened}
            />
          ))}
        </div>
      ))}
    </div>
  );
}
