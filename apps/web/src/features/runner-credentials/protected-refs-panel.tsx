import { getProtectedRefs, type ProtectedRefs, updateProtectedRefs } from '@millrace/contract/api';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { describeFailure } from '../../api/api-error.ts';
import type { RepoName } from '../../api/build-queries.ts';
import { callApi } from '../../api/call-api.ts';
import { useMutation } from '../../api/use-mutation.ts';
import { LoadFailure } from '../../domain-ui/load-failure.tsx';
import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { useDraft } from '../../lib/use-draft.ts';
import { Button } from '../../ui/button.tsx';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';
import { Section } from '../../ui/section.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { UnsavedGuard } from '../../ui/unsaved-guard.tsx';
import { protectedRefMessages } from './messages.ts';
import css from './runner-credentials.module.css';

const refsQuery = ({ namespace, name }: RepoName) =>
  queryOptions({
    queryKey: ['protected-refs', `${namespace}/${name}`],
    queryFn: ({ signal }) => callApi(getProtectedRefs, { params: { namespace, name }, signal }),
  });

/** The branches and tags of a repository whose builds protected runners take. */
export function ProtectedRefsPanel({ repo }: { repo: RepoName }) {
  const text = useTexts(protectedRefMessages);
  const { data, error, refetch } = useQuery(refsQuery(repo));
  return (
    <Section title={text.title}>
      <p>{text.hint}</p>
      {data && <RefsForm repo={repo} refs={data} />}
      {!data &&
        (error ? <LoadFailure {...describeFailure(error)} onRetry={refetch} /> : <ListSkeleton />)}
    </Section>
  );
}

function RefsForm({ repo, refs }: { repo: RepoName; refs: ProtectedRefs }) {
  const { common } = useMessages();
  const text = useTexts(protectedRefMessages);
  const { values, isDirty, edit } = useDraft(textsOf(refs));
  const { mutate, isPending } = useSaveRefs(repo);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body = { branches: linesOf(values.branches), tags: linesOf(values.tags) };
    // The stored lists have no empty lines.
    if (!isPending) mutate(body, { onSuccess: (saved) => edit(textsOf(saved)) });
  };
  return (
    <form className={css.form} onSubmit={submit}>
      <TextArea
        label={text.branches}
        hint={text.branchesHint}
        rows={3}
        spellCheck={false}
        value={values.branches}
        onChange={(event) => edit({ branches: event.target.value })}
      />
      <TextArea
        label={text.tags}
        hint={text.tagsHint}
        rows={3}
        spellCheck={false}
        value={values.tags}
        onChange={(event) => edit({ tags: event.target.value })}
      />
      <Button type="submit" kind="primary">
        {common.saveChanges}
      </Button>
      <UnsavedGuard isDirty={isDirty} />
    </form>
  );
}

function useSaveRefs({ namespace, name }: RepoName) {
  const text = useTexts(protectedRefMessages);
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ProtectedRefs) =>
      callApi(updateProtectedRefs, { params: { namespace, name }, body }),
    onSuccess: (saved) => {
      client.setQueryData(refsQuery({ namespace, name }).queryKey, saved);
    },
    meta: { done: text.saved, failed: text.saveFailed },
  });
}

function textsOf({ branches, tags }: ProtectedRefs) {
  return { branches: branches.join('\n'), tags: tags.join('\n') };
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}
