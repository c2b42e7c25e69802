import { type TextareaHTMLAttributes, useId } from 'react';
import css from './field.module.css';
import { useValidationMessage } from './use-validation-message.ts';

interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  label: string;
  hint?: string;
  error?: string | undefined;
}

export function TextArea({ label, hint, error, onChange, ...textarea }: TextAreaProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const { message: invalidMessage, onInvalid, clear } = useValidationMessage();
  const shownError = error ?? invalidMessage;
  const note = shownError ?? hint;
  return (
    <div className={css.field}>
      <label className={css.label} htmlFor={id}>
        {label}
      </label>
      <textarea
        id={id}
        className={`${css.input} ${css.area}`}
        rows={5}
        aria-invalid={shownError ? true : undefined}
        aria-describedby={note ? noteId : undefined}
        onInvalid={onInvalid}
        onChange={(event) => {
          clear();
          onChange?.(event);
        }}
        {...textarea}
      />
      {note && (
        <p id={noteId} className={shownError ? css.error : css.hint}>
          {note}
        </p>
      )}
    </div>
  );
}
