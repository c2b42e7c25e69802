import { ChevronDown, X } from 'lucide';
import { useRef } from 'react';
import { classNames } from '../lib/class-names.ts';
import { useTexts } from '../lib/i18n/messages.tsx';
import css from './combobox.module.css';
import { ComboboxList } from './combobox-list.tsx';
import { comboboxMessages } from './combobox-messages.ts';
import field from './field.module.css';
import { Icon } from './icon.tsx';
import { type ComboboxValue, useCombobox } from './use-combobox.ts';

export interface ComboboxProps extends Omit<ComboboxValue, 'onCommit'> {
  label: string;
  placeholder?: string;
  /** Sets the width of the field. */
  className?: string | undefined;
}

interface ComboboxInputProps extends ComboboxProps, Pick<ComboboxValue, 'onCommit'> {
  /** Id for a visible label that is rendered elsewhere. */
  id?: string;
  describedBy?: string | undefined;
  isInvalid?: boolean;
  /** Looks like a select, for use beside selects. */
  isFilter?: boolean;
}

/** A text field with suggestions. The focus stays in the field. */
export function Combobox(props: ComboboxInputProps) {
  const { label, value, options, onChange, onCommit, placeholder, className } = props;
  const input = useRef<HTMLInputElement>(null);
  const box = useCombobox(props);
  const { isShown, listId, open, close } = box;
  const clear = () => {
    box.choose('');
    input.current?.focus();
  };

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
        aria-activedescendant={isShown ? box.activeId : undefined}
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
        onClick={() => box.isOpen || open('')}
        onKeyDown={box.onKeyDown}
        onBlur={() => {
          close();
          onCommit?.(value);
        }}
      />
      {value ? <ClearButton onClick={clear} /> : <Icon icon={ChevronDown} size={12} />}
      {isShown && (
        <ComboboxList
          {...{ input, options }}
          describe={props.describe}
          id={listId}
          idOf={box.idOf}
          activeId={box.activeId}
          onActive={box.setActiveId}
          onChoose={box.choose}
        />
      )}
    </div>
  );
}

function ClearButton({ onClick }: { onClick: () => void }) {
  const { clear } = useTexts(comboboxMessages);
  return (
    <button type="button" className={css.clear} aria-label={clear} onClick={onClick}>
      <Icon icon={X} size={12} />
    </button>
  );
}
