import { type RefObject, useCallback } from 'react';
import { useMessages } from '../lib/i18n/messages.tsx';
import css from './combobox.module.css';
import { placeList } from './place-list.ts';

interface ComboboxListProps {
  /** The field that the list belongs to. */
  input: RefObject<HTMLInputElement | null>;
  id: string;
  options: readonly string[];
  idOf: (option: string) => string;
  activeId: string | undefined;
  onActive: (id: string) => void;
  onChoose: (option: string) => void;
}

/** Suggestions for a text field, which keeps the focus. */
export function ComboboxList(props: ComboboxListProps) {
  const { input, id, options, idOf, activeId, onActive, onChoose } = props;
  const { common } = useMessages();
  const place = useCallback(
    (list: HTMLElement | null) => {
      if (list && input.current) return placeList(list, input.current);
    },
    [input],
  );
  return (
    <div
      ref={place}
      id={id}
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
          onPointerMove={() => onActive(idOf(option))}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(option)}
        >
          {option}
        </div>
      ))}
    </div>
  );
}
