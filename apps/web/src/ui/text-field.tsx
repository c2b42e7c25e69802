import { type InputHTMLAttributes, type Ref, useId } from 'react';
import css from './field.module.css';
import { useValidationMessage } from './use-validation-message.ts';

interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  hint?: string;
  error?: string | undefined;
  ref?: Ref<HTMLInputElement>;
}

export function TextField({ label, hint, error, onChange, ...input }: TextFieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const { message: invalidMessage, onInvalid, clear } = useValidationMessage();
  const shownError = error ?? invalidMessage;
  return (
    <div className={css.field}>
      <label className={css.label} htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        type="text"
        className={css.input}
        // The value is trimmed before it is sent, so spaces alone do not count as a value.
        pattern={input.required ? '.*\\S.*' : undefined}
        aria-invalid={shownError ? true : undefined}
        aria-describedby={shownError || hint ? noteId : undefined}
        onInvalid={onInvalid}
        onChange={(event) => {
          clear();
          onChange?.(event);
        }}
        {...input}
      />
      {shownError ? (
        <p id={noteId} className={css.error}>
          {shownError}
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
