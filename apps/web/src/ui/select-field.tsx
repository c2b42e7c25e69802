import { useId } from 'react';
import field from './field.module.css';
import { Select, type SelectProps } from './select.tsx';
import { useValidationMessage } from './use-validation-message.ts';

interface SelectFieldProps<Value extends string> extends SelectProps<Value> {
  hint?: string | undefined;
  error?: string | undefined;
  required?: boolean;
}

/** A select with a label, for forms. */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { hint, error, onChange, ...select } = props;
  const id = useId();
  const noteId = `${id}-note`;
  const { message: invalidMessage, onInvalid, clear } = useValidationMessage();
  const shownError = error ?? invalidMessage;
  const note = shownError ?? hint;
  const change = (value: Value) => {
    clear();
    onChange(value);
  };
  return (
    <div className={field.field}>
      <label className={field.label} htmlFor={id}>
        {select.label}
      </label>
      <Select
        {...select}
        id={id}
        describedBy={note ? noteId : undefined}
        isInvalid={shownError !== undefined}
        isWide
        onInvalid={onInvalid}
        onChange={change}
      />
      {note && (
        <p id={noteId} className={shownError ? field.error : field.hint}>
          {note}
        </p>
      )}
    </div>
  );
}
