import { useId, useState } from 'react';
import { Combobox, type ComboboxProps } from './combobox.tsx';
import field from './field.module.css';

interface ComboboxFilterProps extends ComboboxProps {
  hasVisibleLabel?: boolean;
}

/** A combobox that filters by an exact value. It applies when the value is complete, not with each letter. */
export function ComboboxFilter({ hasVisibleLabel = false, ...combobox }: ComboboxFilterProps) {
  const { label, value, onChange } = combobox;
  const id = useId();
  const [typed, setTyped] = useState(value);
  const [applied, setApplied] = useState(value);
  // The value may also change from outside, for example by going back or clearing all filters.
  if (value !== applied) {
    setApplied(value);
    setTyped(value);
  }
  const commit = (text: string) => {
    setTyped(text.trim());
    if (text.trim() !== value) onChange(text.trim());
  };
  const props = { ...combobox, value: typed, onChange: setTyped, onCommit: commit, isFilter: true };
  if (!hasVisibleLabel) return <Combobox {...props} />;
  return (
    <div className={field.field}>
      <label className={field.label} htmlFor={id}>
        {label}
      </label>
      <Combobox {...props} id={id} />
    </div>
  );
}
