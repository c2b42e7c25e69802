import { useId } from 'react';
import field from './field.module.css';
import css from './switch.module.css';

interface SwitchProps {
  label: string;
  hint?: string | undefined;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}

export function Switch({ label, hint, checked, disabled, onChange }: SwitchProps) {
  const noteId = useId();
  const control = (
    <label className={css.switch}>
      <input
        type="checkbox"
        role="switch"
        className={css.input}
        checked={checked}
        aria-checked={checked}
        disabled={disabled}
        aria-describedby={hint ? noteId : undefined}
        onChange={(event) => onChange(event.target.checked)}
      />
      {label}
    </label>
  );
  if (!hint) return control;
  return (
    <div>
      {control}
      <p id={noteId} className={`${field.hint} ${css.hint}`}>
        {hint}
      </p>
    </div>
  );
}
