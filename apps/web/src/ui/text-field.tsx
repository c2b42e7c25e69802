import { type InputHTMLAttributes, type Ref, useId } from 'react';
import css from './field.module.css';

interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  hint?: string;
  error?: string | undefined;
  ref?: Ref<HTMLInputElement>;
}

export function TextField({ label, hint, error, ...input }: TextFieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  return (
    <div className={css.field}>
      <label className={css.label} htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        type="text"
        className={css.input}
        // Blanks alone are nothing: what is sent is trimmed.
        pattern={input.required ? '.*\\S.*' : undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={error || hint ? noteId : undefined}
        {...input}
      />
      {error ? (
        <p id={noteId} className={css.error}>
          {error}
        </p>
      ) : (
        hint && (
          <p id={noteId} className={css.hint}>
            {hint}
          </p>
        )
      )}
    </div>
  );
}
