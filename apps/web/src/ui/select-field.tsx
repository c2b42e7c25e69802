import { useId } from 'react';
import field from './field.module.css';
import { Select, type SelectProps } from './select.tsx';

interface SelectFieldProps<Value extends string> extends SelectProps<Value> {
  hint?: string | undefined;
  required?: boolean;
}

/** A select as a field of a form, under its label. */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { hint, ...select } = props;
  const id = useId();
  const noteId = `${id}-note`;
  return (
    <div className={field.field}>
      <label className={field.label} htmlFor={id}>
        {select.label}
      </label>
      <Select {...select} id={id} describedBy={hint ? noteId : undefined} isWide />
      {hint && (
        <p id={noteId} className={field.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}
