import type { BuildParameter } from '@millrace/contract/api';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { type DeclaredValues, shownValue } from './declared-form.ts';
import { newBuildMessages } from './messages.ts';
import css from './parameter-fields.module.css';

interface DeclaredFieldsProps {
  parameters: readonly BuildParameter[];
  values: DeclaredValues;
  onChange: (values: DeclaredValues) => void;
}

/** A field for each parameter that the pipeline file declares. */
export function DeclaredFields({ parameters, values, onChange }: DeclaredFieldsProps) {
  const text = useTexts(newBuildMessages);
  if (parameters.length === 0) return null;
  return (
    <fieldset className={css.declared}>
      <legend className={css.legend}>{text.declared}</legend>
      {parameters.map((parameter) => (
        <DeclaredField
          key={parameter.name}
          parameter={parameter}
          value={shownValue(parameter, values)}
          onChange={(value) => onChange({ ...values, [parameter.name]: value })}
        />
      ))}
    </fieldset>
  );
}

interface DeclaredFieldProps {
  parameter: BuildParameter;
  value: string;
  onChange: (value: string) => void;
}

function DeclaredField({ parameter, value, onChange }: DeclaredFieldProps) {
  const text = useTexts(newBuildMessages);
  const { name, type, required, description = '' } = parameter;
  const label = required && type !== 'boolean' ? text.required(name) : name;
  if (type === 'boolean') {
    return (
      <Checkbox
        label={label}
        hint={description}
        checked={value === 'true'}
        onChange={(checked) => onChange(String(checked))}
      />
    );
  }
  if (type === 'choice') {
    const none = parameter.default === undefined ? [{ value: '', label: text.noChoice }] : [];
    const choices = (parameter.choices ?? []).map((choice) => ({ value: choice, label: choice }));
    return (
      <SelectField
        label={label}
        hint={description}
        required={required}
        value={value}
        options={[...none, ...choices]}
        onChange={onChange}
      />
    );
  }
  return (
    <TextField
      label={label}
      hint={description}
      required={required}
      {...(type === 'number' ? { type: 'number', step: 'any' } : {})}
      autoComplete="off"
      spellCheck={false}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
