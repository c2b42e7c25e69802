import type { ArtifactLimitsState } from '@millrace/contract/api';
import { formatSize } from '@millrace/contract/format-size';
import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { describeFailure } from '../../api/api-error.ts';
import { LoadFailure } from '../../domain-ui/load-failure.tsx';
import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { useDraft } from '../../lib/use-draft.ts';
import { Button } from '../../ui/button.tsx';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';
import { Section } from '../../ui/section.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { UnsavedGuard } from '../../ui/unsaved-guard.tsx';
import { artifactLimitMessages } from './limit-messages.ts';
import { useSaveLimits } from './limits-mutations.ts';
import css from './limits-panel.module.css';
import { limitsQuery, type RepoName } from './limits-queries.ts';
import { inUnit, limitNames, limitsFormOf } from './limits-view.ts';

/** Settings for quota and retention of a repository's artifacts. */
export function LimitsPanel({ repo }: { repo: RepoName }) {
  const text = useTexts(artifactLimitMessages);
  const { data, error, refetch } = useQuery(limitsQuery(repo));
  if (!data && error) {
    return <LoadFailure {...describeFailure(error)} onRetry={refetch} />;
  }
  return (
    <Section title={text.title}>
      {data ? <LimitsForm repo={repo} state={data} /> : <ListSkeleton />}
    </Section>
  );
}

function LimitsForm({ repo, state }: { repo: RepoName; state: ArtifactLimitsState }) {
  const { common } = useMessages();
  const text = useTexts(artifactLimitMessages);
  const { values: form, changes, isDirty, edit } = useDraft(limitsFormOf(state));
  const { mutate, isPending } = useSaveLimits(repo);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPending) mutate(changes);
  };
  return (
    <form className={css.form} onSubmit={submit}>
      <p className={css.used}>{text.used(formatSize(state.used))}</p>
      {limitNames.map((name) => (
        <TextField
          key={name}
          type="number"
          min={0}
          step={name === 'days' ? 1 : 'any'}
          label={text.names[name]}
          hint={
            name === 'days' && state.server.days === 0
              ? text.forEver
              : text.server(inUnit(name, state.server[name]))
          }
          value={form[name]}
          onChange={(event) => edit({ [name]: event.target.value })}
        />
      ))}
      <Button type="submit" kind="primary">
        {common.saveChanges}
      </Button>
      <UnsavedGuard isDirty={isDirty} />
    </form>
  );
}
