import type { RetentionState } from '@millrace/contract/api';
import { maxRetentionOf, type RetentionName, retainedData } from '@millrace/contract/retention';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { retentionMessages } from './messages.ts';
import css from './retention-panel.module.css';
import { exceededLimit, isBeyond, type RetentionForm } from './retention-view.ts';

interface RetentionFieldsProps {
  state: RetentionState;
  form: RetentionForm;
  isSystemAdmin: boolean;
  onChange: (form: RetentionForm) => void;
}

/** Two limits for each kind of data. */
export function RetentionFields({ state, form, isSystemAdmin, onChange }: RetentionFieldsProps) {
  const text = useTexts(retentionMessages);
  const field = (name: RetentionName, label: string) => {
    const server = state.server[name] ?? 0;
    const exceeded = exceededLimit(state, name, form[name], isSystemAdmin);
    return (
      <TextField
        type="number"
        inputMode="numeric"
        min={0}
        max={maxRetentionOf(name)}
        step={1}
        label={label}
        hint={isBeyond(state, name) ? text.beyond(server) : text.server(server)}
        error={exceeded === undefined ? undefined : text.exceeds(exceeded)}
        value={form[name]}
        onChange={(event) => onChange({ ...form, [name]: event.target.value })}
      />
    );
  };
  return retainedData.map((data) => (
    <fieldset key={data} className={css.kind}>
      <legend>{text.kinds[data]}</legend>
      {field(`${data}_days`, text.days)}
      {field(`${data}_count`, text.count)}
    </fieldset>
  ));
}
