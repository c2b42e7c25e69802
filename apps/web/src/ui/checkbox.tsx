import { useId } from 'react';
import css from './checkbox.module.css';
import field from './field.module.css';

interface CheckboxProps {
  label: string;
  hint?: string | undefined;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}

export function Checkbox({ label, hint, checked, disabled, onChange }: CheckboxProps) {
  const noteId = useId();
  const box = (
    <label className={css.checkbox}>
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        aria-describedby={hint ? noteId : undefined}
        onChange={(event) => onChange(event.target.checked)}
      />
      {label}
    </label>
  );
  if (!hint) return box;
  return (
    <div className={css.noted}>
      {box}
      <p id={noteId} className={field.hint}>
        {hint}
      </p>
    </div>
  );
}
