import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { isComposing } from '../lib/is-composing.ts';
import { useActiveOption } from './use-active-option.ts';

export interface ComboboxValue {
  value: string;
  /** Suggestions for the searched text. Any other text is also allowed. */
  options: readonly string[];
  /** Shows a suggestion. Without it, its text is shown. */
  describe?: ((option: string) => ReactNode) | undefined;
  /** Called with the text to find suggestions for; null while the list is closed. */
  onSearch: (text: string | null) => void;
  onChange: (value: string) => void;
  /**
   * Called when the value is complete: an option was chosen, Enter was pressed, or the field lost the focus.
   */
  onCommit?: (value: string) => void;
}

/** State and keyboard handling of a text field with suggestions. */
export function useCombobox(props: ComboboxValue) {
  const { value, options, onSearch, onChange, onCommit } = props;
  const listId = useId();
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
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    const { key } = event;
    const active = options.find((option) => idOf(option) === activeId);
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault();
      // Opening the list offers all values, not only those that contain the current one.
      if (isOpen) moveByKey(key);
      else open('');
    } else if (key === 'Enter' && isShown && active !== undefined) {
      // Enter submits the form only if no option is active.
      event.preventDefault();
      choose(active);
    } else if (key === 'Enter') {
      close();
      if (!onCommit) return;
      // Enter completes the typed value, and submits the form only if there is none.
      if (value) event.preventDefault();
      onCommit(value);
    } else if (key === 'Escape' && isShown) {
      // Escape must not also close the dialog around the field.
      event.stopPropagation();
      close();
    }
  };
  return {
    listId,
    isShown,
    isOpen,
    idOf,
    activeId,
    setActiveId,
    open,
    close,
    choose,
    onKeyDown,
  };
}
