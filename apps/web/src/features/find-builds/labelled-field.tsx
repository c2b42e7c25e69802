import { useId } from 'react';
import { useTyped } from '../../lib/use-typed.ts';
import field from '../../ui/field.module.css';
import css from './build-filter-bar.module.css';

interface LabelledFieldProps {
  label: string;
  type: 'date' | 'search';
  value: string;
  onChange: (value: string) => void;
}

/** A filter that is typed, with a visible label. Typing is debounced. */
export function LabelledField({ label, type, value, onChange }: LabelledFieldProps) {
  const id = useId();
  const [typed, setTyped] = useTyped(value, onChange);
  return (
    <div className={css.labelled}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type={type}
        className={field.input}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </div>
  );
}
