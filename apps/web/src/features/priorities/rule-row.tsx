import type { PriorityRule } from '@millrace/contract/api';
import { buildEvents, buildPriorities } from '@millrace/contract/vocabulary';
import { Trash } from 'lucide';
import { findMessages } from '../../domain-ui/find-messages.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { priorityMessages } from './messages.ts';
import css from './priority-panel.module.css';

interface RuleRowProps {
  /** From 1. */
  number: number;
  rule: PriorityRule;
  isSystemAdmin: boolean;
  onChange: (rule: PriorityRule) => void;
  onRemove: () => void;
}

/** Fields of a rule. Empty ones match everything. */
export function RuleRow({ number, rule, isSystemAdmin, onChange, onRemove }: RuleRowProps) {
  const text = useTexts(priorityMessages);
  const { events } = useTexts(findMessages);
  const { event, branch, priority } = rule;
  const names = buildPriorities.filter(
    (name) => isSystemAdmin || name !== 'high' || priority === 'high',
  );
  return (
    <div className={css.rule}>
      <SelectField
        label={text.event}
        value={event ?? ''}
        options={[
          { value: '', label: text.anyEvent },
          ...buildEvents.map((value) => ({ value, label: events[value] })),
        ]}
        onChange={(chosen) => {
          const { event: _, ...others } = rule;
          onChange(chosen ? { ...others, event: chosen } : others);
        }}
      />
      <TextField
        label={text.branch}
        hint={text.branchHint}
        value={branch ?? ''}
        spellCheck={false}
        onChange={({ target }) => {
          const { branch: _, ...others } = rule;
          onChange(target.value ? { ...others, branch: target.value } : others);
        }}
      />
      <SelectField
        label={text.priority}
        value={priority}
        options={names.map((value) => ({ value, label: text.names[value] }))}
        onChange={(chosen) => onChange({ ...rule, priority: chosen })}
      />
      <IconButton label={text.remove(number)} onClick={onRemove}>
        <Icon icon={Trash} />
      </IconButton>
    </div>
  );
}
