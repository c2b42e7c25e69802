import { ChevronDown } from 'lucide';
import type { FormEvent } from 'react';
import { classNames } from '../lib/class-names.ts';
import { Icon } from './icon.tsx';
import css from './select.module.css';

export interface SelectProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
}

interface SelectInputProps<Value extends string> extends SelectProps<Value> {
  /** Id for a visible label that is rendered elsewhere. */
  id?: string;
  required?: boolean | undefined;
  describedBy?: string | undefined;
  isInvalid?: boolean;
  onInvalid?: (event: FormEvent<HTMLSelectElement>) => void;
  /** Has the full width of a form field. */
  isWide?: boolean;
}

/** A native select: fast, familiar on every device, and without extra code to download. */
export function Select<Value extends string>(props: SelectInputProps<Value>) {
  const { id, label, value, options, onChange, required, describedBy, isWide = false } = props;
  return (
    <span className={classNames(css.wrap, isWide && css.wide)}>
      <select
        id={id}
        aria-label={id ? undefined : label}
        aria-describedby={describedBy}
        className={css.select}
        value={value}
        required={required}
        aria-invalid={props.isInvalid ? true : undefined}
        onInvalid={props.onInvalid}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value);
          if (chosen) onChange(chosen.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon icon={ChevronDown} size={12} />
    </span>
  );
}
