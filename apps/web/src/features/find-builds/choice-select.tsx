import type { BuildCounts } from '@millrace/contract/api';
import { findMessages } from '../../domain-ui/find-messages.ts';
import { statusMessages } from '../../domain-ui/status-messages.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { Select } from '../../ui/select.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import type { Choice } from './build-filter.ts';

interface ChoiceSelectProps {
  choice: Choice;
  value: string;
  counts: BuildCounts['by'][keyof BuildCounts['by']];
  hasVisibleLabel: boolean;
  onChange: (value: string) => void;
}

/** Select for the values of a filter, with the number of builds of each. */
export function ChoiceSelect(props: ChoiceSelectProps) {
  const { choice, value, counts = [], hasVisibleLabel, onChange } = props;
  const status = useTexts(statusMessages);
  const text = useTexts(findMessages);
  const names: Partial<Record<Choice, Record<string, string>>> = { status, event: text.events };
  const nameOf = (each: string) => names[choice]?.[each] ?? each;
  const isCounted = counts.some((counted) => counted.value === value);
  const Field = hasVisibleLabel ? SelectField : Select;
  return (
    <Field
      label={text.choices[choice]}
      value={value}
      options={[
        { value: '', label: text.any[choice] },
        ...(value && !isCounted ? [{ value, label: nameOf(value) }] : []),
        ...counts.map((each) => ({
          value: each.value,
          label: text.counted(nameOf(each.value), each.count),
        })),
      ]}
      onChange={onChange}
    />
  );
}
