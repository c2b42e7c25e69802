import { ChevronDown, X } from 'lucide';
import { type KeyboardEvent, useCallback, useId, useRef, useState } from 'react';
import { classNames } from '../lib/class-names.ts';
import { useMessages } from '../lib/i18n/messages.tsx';
import { isComposing } from '../lib/is-composing.ts';
import css from './combobox.module.css';
import field from './field.module.css';
import { Icon } from './icon.tsx';
import { placeList } from './place-list.ts';
import { useActiveOption } from './use-active-option.ts';

export interface ComboboxProps {
  label: string;
  value: string;
  /** Suggestions for the searched text; any other text can be typed as well. */
  options: readonly string[];
  /** Called with the text to find suggestions for; null while the list is closed. */
  onSearch: (text: string | null) => void;
  onChange: (value: string) => void;
  placeholder?: string;
  /** Gives it its width. */
  className?: string | undefined;
}

interface ComboboxInputProps extends ComboboxProps {
  /** Set where a visible label has this id as its target. */
  id?: string;
  describedBy?: string | undefined;
  isInvalid?: boolean;
  /** Looks as the selects beside it. */
  isFilter?: boolean;
  /** Called when the value is complete: with a chosen option, with Enter, and when the focus leaves. */
  onCommit?: (value: string) => void;
}

/** A text field that suggests values. The focus stays in the field. */
export function Combobox(props: ComboboxInputProps) {
  const { label, value, options, onSearch, onChange, onCommit, placeholder, className } = props;
  const { common } = useMessages();
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const idOf = (option: string) => `${listId}-${option}`;
  const ids = isOpen ? options.map(idOf) : [];
  const { activeId, setActiveId, moveByKey } = useActiveOption({ ids, initial: 'none' });
  const isShown = ids.length > 0;

  const open = (searched: string) => {
    setIsOpen(true);
    setActiveId(null);
    onSearch(searched);
  };
  const close = () => {
    setIsOpen(false);
    onSearch(null);
  };
  const choose = (option: string) => {
    close();
    onChange(option);
    onCommit?.(option);
  };
  const clear = () => {
    choose('');
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    const { key } = event;
    const active = options.find((option) => idOf(option) === activeId);
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault();
      // All values are offered at first, not only those that contain the current one.
      if (isOpen) moveByKey(key);
      else open('');
    } else if (key === 'Enter' && isShown && active !== undefined) {
      // Enter sends a form only while no option is active.
      event.preventDefault();
      choose(active);
    } else if (key === 'Enter') {
      close();
      onCommit?.(value);
    } else if (key === 'Escape' && isShown) {
      // The dialog around the field stays open.
      event.stopPropagation();
      close();
    }
  };
  const place = useCallback((list: HTMLElement | null) => {
    if (list && input.current) return placeList(list, input.current);
  }, []);

  return (
    <div className={classNames(css.box, props.isFilter && css.filter, className)}>
      <input
        ref={input}
        id={props.id}
        type="text"
        role="combobox"
        className={field.input}
        aria-label={props.id ? undefined : label}
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={isShown ? listId : undefined}
        aria-activedescendant={isShown ? activeId : undefined}
        aria-invalid={props.isInvalid ? true : undefined}
        aria-describedby={props.describedBy}
        placeholder={placeholder}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={value}
        onChange={(event) => {
          onChange(event.target.value);
          open(event.target.value);
        }}
        onClick={() => isOpen || open('')}
        onKeyDown={onKeyDown}
        onBlur={() => {
          close();
          onCommit?.(value);
        }}
      />
      {value ? (
        <button type="button" className={css.clear} aria-label={common.clear} onClick={clear}>
          <Icon icon={X} size={12} />
        </button>
      ) : (
        <Icon icon={ChevronDown} size={12} />
      )}
      {isShown && (
        <div
          ref={place}
          id={listId}
          // The top layer: above dialogs, and cut off by none of them.
          popover="manual"
          role="listbox"
          aria-label={common.suggestions}
          className={css.list}
        >
          {options.map((option) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field, which keeps the focus
            <div
              key={option}
              id={idOf(option)}
              role="option"
              aria-selected={idOf(option) === activeId}
              tabIndex={-1}
              onPointerMove={() => setActiveId(idOf(option))}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(option)}
            >
              {option}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
