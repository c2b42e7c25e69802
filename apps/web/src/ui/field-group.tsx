import { type ReactNode, useId } from 'react';
import css from './field-group.module.css';

interface FieldGroupProps {
  title: string;
  hint?: string;
  children: ReactNode;
}

/** Fields with a common title. */
export function FieldGroup({ title, hint, children }: FieldGroupProps) {
  const hintId = useId();
  return (
    <fieldset className={css.group} aria-describedby={hint ? hintId : undefined}>
      <legend>{title}</legend>
      {children}
      {hint && (
        <p id={hintId} className={css.hint}>
          {hint}
        </p>
      )}
    </fieldset>
  );
}
