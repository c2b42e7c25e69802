import { useId } from 'react';
import field from './field.module.css';
import { ChevronIcon } from './icons.tsx';
import css from './select.module.css';

interface SelectFieldProps {
  label: string;
  hint?: string | undefined;
  required: boolean;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
}

/** A select as a field of a form, under its label. */
export function SelectField({ label, hint, required, value, options, onChange }: SelectFieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  return (
    <div className={field.field}>
      <label className={field.label} htmlFor={id}>
        {label}
      </label>
      <span className={css.wide}>
        <select
          id={id}
          className={css.select}
          value={value}
          required={required}
          aria-describedby={hint ? noteId : undefined}
          onChange={(event) => onChange(event.target.value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronIcon size={12} />
      </span>
      {hint && (
        <p id={noteId} className={field.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}
