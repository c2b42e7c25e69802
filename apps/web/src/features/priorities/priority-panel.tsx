import type { RepoPriority } from '@millrace/contract/api';
import { type BuildPriority, buildPriorities } from '@millrace/contract/vocabulary';
import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { describeFailure } from '../../api/api-error.ts';
import type { RepoName } from '../../api/build-queries.ts';
import { LoadFailure } from '../../domain-ui/load-failure.tsx';
import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { useDraft } from '../../lib/use-draft.ts';
import { Button } from '../../ui/button.tsx';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';
import { Section } from '../../ui/section.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { UnsavedGuard } from '../../ui/unsaved-guard.tsx';
import { priorityMessages } from './messages.ts';
import css from './priority-panel.module.css';
import { priorityQuery, useSavePriority } from './priority-queries.ts';
import { RuleRow } from './rule-row.tsx';

interface PriorityPanelProps {
  repo: RepoName;
  isSystemAdmin: boolean;
}

/** Settings for the priority of a repository's builds. */
export function PriorityPanel({ repo, isSystemAdmin }: PriorityPanelProps) {
  const text = useTexts(priorityMessages);
  const { data, error, refetch } = useQuery(priorityQuery(repo));
  if (!data && error) return <LoadFailure {...describeFailure(error)} onRetry={refetch} />;
  return (
    <Section title={text.title}>
      {data ? <PriorityForm {...{ repo, isSystemAdmin, stored: data }} /> : <ListSkeleton />}
    </Section>
  );
}

function PriorityForm({
  repo,
  isSystemAdmin,
  stored,
}: PriorityPanelProps & { stored: RepoPriority }) {
  const { common } = useMessages();
  const text = useTexts(priorityMessages);
  const { values, isDirty, edit } = useDraft(stored);
  const { mutate, isPending } = useSavePriority(repo);
  const options = buildPriorities
    .filter((name) => isSystemAdmin || name !== 'high' || values.priority === 'high')
    .map((value: BuildPriority) => ({ value, label: text.names[value] }));
  const { priority, rules } = values;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPending) mutate(values);
  };
  return (
    <form className={css.form} onSubmit={submit}>
      <p className={css.hint}>{text.hint}</p>
      <SelectField
        label={text.ofRepo}
        hint={isSystemAdmin ? undefined : text.adminsOnly}
        value={priority}
        options={options}
        onChange={(chosen) => edit({ priority: chosen })}
      />
      <fieldset className={css.rules}>
        <legend>{text.rules}</legend>
        <p className={css.hint}>{text.rulesHint}</p>
        {rules.map((rule, at) => (
          <RuleRow
            // biome-ignore lint/suspicious/noArrayIndexKey: rules have no identity but their place
            key={`${at} of ${rules.length}`}
            number={at + 1}
            rule={rule}
            isSystemAdmin={isSystemAdmin}
            onChange={(changed) => edit({ rules: rules.with(at, changed) })}
            onRemove={() => edit({ rules: rules.toSpliced(at, 1) })}
          />
        ))}
        <div>
          <Button onClick={() => edit({ rules: [...rules, { priority: 'low' }] })}>
            {text.add}
          </Button>
        </div>
      </fieldset>
      <div>
        <Button type="submit" kind="primary">
          {common.saveChanges}
        </Button>
      </div>
      <UnsavedGuard isDirty={isDirty} />
    </form>
  );
}
