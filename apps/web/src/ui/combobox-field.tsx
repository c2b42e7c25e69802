import { useId } from 'react';
import { Combobox, type ComboboxProps } from './combobox.tsx';
import field from './field.module.css';
import type { ComboboxValue } from './use-combobox.ts';

interface ComboboxFieldProps extends ComboboxProps, Pick<ComboboxValue, 'onCommit'> {
  hint?: string;
  error?: string | undefined;
}

/** A combobox with label, hint and error, for forms. */
export function ComboboxField({ hint, error, ...combobox }: ComboboxFieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = error ?? hint;
  return (
    <div className={field.field}>
      <label className={field.label} htmlFor={id}>
        {combobox.label}
      </label>
      <Combobox
        {...combobox}
        id={id}
        isInvalid={error !== undefined}
        describedBy={note ? noteId : undefined}
      />
      {note && (
        <p id={noteId} className={error ? field.error : field.hint}>
          {note}
        </p>
      )}
    </div>
  );
}
