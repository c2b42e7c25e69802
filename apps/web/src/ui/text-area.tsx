import { type TextareaHTMLAttributes, useId } from 'react';
import css from './field.module.css';

interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  label: string;
}

export function TextArea({ label, ...textarea }: TextAreaProps) {
  const id = useId();
  return (
    <div className={css.field}>
      <label className={css.label} htmlFor={id}>
        {label}
      </label>
      <textarea id={id} className={`${css.input} ${css.area}`} rows={5} {...textarea} />
    </div>
  );
}
