import { type ReactNode, type RefObject, useCallback } from 'react';
import { useTexts } from '../lib/i18n/messages.tsx';
import css from './combobox.module.css';
import { comboboxMessages } from './combobox-messages.ts';
import { positionList } from './position-list.ts';

interface ComboboxListProps {
  /** The field that the list belongs to. */
  input: RefObject<HTMLInputElement | null>;
  id: string;
  options: readonly string[];
  describe: ((option: string) => ReactNode) | undefined;
  idOf: (option: string) => string;
  activeId: string | undefined;
  onActive: (id: string) => void;
  onChoose: (option: string) => void;
}

/** List of suggestions for a text field. The focus stays in the field. */
export function ComboboxList(props: ComboboxListProps) {
  const { input, id, options, describe, idOf, activeId, onActive, onChoose } = props;
  const text = useTexts(comboboxMessages);
  const place = useCallback(
    (list: HTMLElement | null) => {
      if (list && input.current) return positionList(list, input.current);
    },
    [input],
  );
  return (
    <div
      ref={place}
      id={id}
      // Renders in the top layer, so that dialogs neither cover nor clip the list.
      popover="manual"
      role="listbox"
      aria-label={text.suggestions}
      className={css.list}
    >
      {options.map((option) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and handles the keys
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
          {describe?.(option) ?? option}
        </div>
      ))}
    </div>
  );
}
