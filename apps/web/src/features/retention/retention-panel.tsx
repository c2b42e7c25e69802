import type { RetentionState } from '@millrace/contract/api';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { describeFailure } from '../../api/api-error.ts';
import { LoadFailure } from '../../domain-ui/load-failure.tsx';
import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { useDraft } from '../../lib/use-draft.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';
import { Section } from '../../ui/section.tsx';
import { UnsavedGuard } from '../../ui/unsaved-guard.tsx';
import { retentionMessages } from './messages.ts';
import { RetentionFields } from './retention-fields.tsx';
import { useSaveRetention } from './retention-mutations.ts';
import css from './retention-panel.module.css';
import { RetentionPreviewBox } from './retention-preview-box.tsx';
import { previewQuery, type RepoName, retentionQuery } from './retention-queries.ts';
import { formOf, lossesOf } from './retention-view.ts';

interface RetentionPanelProps {
  repo: RepoName;
  isSystemAdmin: boolean;
}

/** Settings for the retention of a repository's builds and their data, with a preview. */
export function RetentionPanel({ repo, isSystemAdmin }: RetentionPanelProps) {
  const text = useTexts(retentionMessages);
  const { data, error, refetch } = useQuery(retentionQuery(repo));
  if (!data && error) {
    return <LoadFailure {...describeFailure(error)} onRetry={refetch} />;
  }
  return (
    <Section title={text.title}>
      {data ? (
        <RetentionFormPanel repo={repo} state={data} isSystemAdmin={isSystemAdmin} />
      ) : (
        <ListSkeleton />
      )}
    </Section>
  );
}

function RetentionFormPanel({
  repo,
  state,
  isSystemAdmin,
}: RetentionPanelProps & { state: RetentionState }) {
  const { common } = useMessages();
  const text = useTexts(retentionMessages);
  const client = useQueryClient();
  const stored = formOf(state);
  const { values: form, changes, isDirty, edit } = useDraft(stored);
  const [previewed, setPreviewed] = useState(stored);
  const [isConfirming, setIsConfirming] = useState(false);
  const save = useSaveRetention(repo);
  const preview = useQuery(previewQuery(repo, previewed));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    setPreviewed(form);
    // Shows how much a change deletes before it is saved.
    const losses = await client.fetchQuery(previewQuery(repo, form)).catch(() => null);
    if (losses && lossesOf(losses).length === 0) save.mutate(changes);
    else if (losses) setIsConfirming(true);
  };
  return (
    <form className={css.form} onSubmit={submit}>
      <p className={css.hint}>{text.hint}</p>
      <p className={css.hint}>{text.always(state.deployments)}</p>
      <RetentionFields {...{ state, form, isSystemAdmin }} onChange={edit} />
      <RetentionPreviewBox
        preview={preview.data}
        error={preview.error}
        isLoading={preview.isFetching}
      />
      <div className={css.actions}>
        <Button type="submit" kind="primary">
          {common.saveChanges}
        </Button>
        <Button onClick={() => setPreviewed(form)}>{text.preview}</Button>
      </div>
      <ConfirmDialog
        question={text.saveQuestion}
        detail={text.saveDetail}
        action={common.saveChanges}
        isOpen={isConfirming}
        onConfirm={() => save.mutate(changes)}
        onClose={() => setIsConfirming(false)}
      />
      <UnsavedGuard isDirty={isDirty} />
    </form>
  );
}
