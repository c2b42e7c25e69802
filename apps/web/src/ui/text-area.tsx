import { type TextareaHTMLAttributes, useId } from 'react';
import css from './field.module.css';

interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  label: string;
  hint?: string;
}

export function TextArea({ label, hint, ...textarea }: TextAreaProps) {
  const id = useId();
  const noteId = `${id}-note`;
  return (
    <div className={css.field}>
      <label className={css.label} htmlFor={id}>
        {label}
      </label>
      <textarea
        id={id}
        className={`${css.input} ${css.area}`}
        rows={5}
        aria-describedby={hint ? noteId : undefined}
        {...textarea}
      />
      {hint && (
        <p id={noteId} className={css.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}
