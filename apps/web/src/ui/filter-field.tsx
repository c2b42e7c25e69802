import { Search } from 'lucide';
import { classNames } from '../lib/class-names.ts';
import field from './field.module.css';
import css from './filter-field.module.css';
import { Icon } from './icon.tsx';

interface FilterFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Sets the width of the field. */
  className?: string | undefined;
}

/** A text field that filters a list with each key press. */
export function FilterField({ label, value, onChange, className }: FilterFieldProps) {
  return (
    <div className={classNames(css.box, className)}>
      <Icon icon={Search} size={14} />
      <input
        type="search"
        className={field.input}
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
