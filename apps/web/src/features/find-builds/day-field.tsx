import { useId } from 'react';
import { useTyped } from '../../lib/use-typed.ts';
import field from '../../ui/field.module.css';
import css from './build-filter-bar.module.css';

interface DayFieldProps {
  label: string;
  day: string;
  onChange: (day: string) => void;
}

export function DayField({ label, day, onChange }: DayFieldProps) {
  const id = useId();
  const [typed, setTyped] = useTyped(day, onChange);
  return (
    <div className={css.day}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="date"
        className={field.input}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </div>
  );
}
