import { type TextareaHTMLAttributes, useId } from 'react';
import css from './field.module.css';

interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  label: string;
  hint?: string;
  error?: string | undefined;
}

export function TextArea({ label, hint, error, ...textarea }: TextAreaProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = error ?? hint;
  return (
    <div className={css.field}>
      <label className={css.label} htmlFor={id}>
        {label}
      </label>
      <textarea
        id={id}
        className={`${css.input} ${css.area}`}
        rows={5}
        aria-invalid={error ? true : undefined}
        aria-describedby={note ? noteId : undefined}
        {...textarea}
      />
      {note && (
        <p id={noteId} className={error ? css.error : css.hint}>
          {note}
        </p>
      )}
    </div>
  );
}
