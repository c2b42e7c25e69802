import { X } from 'lucide';
import { type KeyboardEvent, useRef } from 'react';
import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { isComposing } from '../../lib/is-composing.ts';
import { Button } from '../../ui/button.tsx';
import field from '../../ui/field.module.css';
import { Icon } from '../../ui/icon.tsx';
import { newBuildMessages } from './messages.ts';
import css from './parameter-fields.module.css';
import {
  addParameter,
  canAddParameter,
  type Parameter,
  type ParameterForm,
  removeParameter,
} from './parameter-form.ts';

interface ParameterFieldsProps {
  parameters: ParameterForm;
  onChange: (parameters: ParameterForm) => void;
}

/** Adds and removes parameters that the pipeline file does not declare. */
export function ParameterFields({ parameters, onChange }: ParameterFieldsProps) {
  const text = useTexts(newBuildMessages);
  const { pairs, entry } = parameters;
  const keyInput = useRef<HTMLInputElement>(null);

  const add = () => {
    if (!canAddParameter(entry)) return;
    onChange(addParameter(parameters));
    keyInput.current?.focus();
  };
  const addOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || isComposing(event) || !canAddParameter(entry)) return;
    event.preventDefault();
    add();
  };
  const input = (part: keyof Parameter, label: string) => (
    <input
      ref={part === 'key' ? keyInput : undefined}
      type="text"
      className={field.input}
      aria-label={label}
      placeholder={label}
      spellCheck={false}
      autoComplete="off"
      value={entry[part]}
      onChange={(event) => onChange({ pairs, entry: { ...entry, [part]: event.target.value } })}
      onKeyDown={addOnEnter}
    />
  );

  return (
    <fieldset className={css.fields}>
      <legend className={css.legend}>{text.parameters}</legend>
      {pairs.length > 0 && <PairList parameters={parameters} onChange={onChange} />}
      <div className={css.entry}>
        {input('key', text.key)}
        {input('value', text.value)}
        <Button disabled={!canAddParameter(entry)} onClick={add}>
          {text.add}
        </Button>
      </div>
    </fieldset>
  );
}

/** The added parameters. */
function PairList({ parameters, onChange }: ParameterFieldsProps) {
  const { common } = useMessages();
  return (
    <ul className={css.pairs}>
      {parameters.pairs.map(({ key, value }) => (
        <li key={key} className={css.pair}>
          <span className={css.text}>
            <span className={css.key}>{key}=</span>
            {value}
          </span>
          <Button
            kind="ghost"
            size="small"
            isIcon
            aria-label={common.remove(key)}
            onClick={() => onChange(removeParameter(parameters, key))}
          >
            <Icon icon={X} size={14} />
          </Button>
        </li>
      ))}
    </ul>
  );
}
