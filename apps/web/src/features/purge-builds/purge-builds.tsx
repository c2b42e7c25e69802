import { purgeBuilds, type Repo } from '@millrace/contract/api';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { RepoName } from '../../api/build-queries.ts';
import { callApi } from '../../api/call-api.ts';
import { useMutation } from '../../api/use-mutation.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Section } from '../../ui/section.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { purgeMessages } from './messages.ts';
import css from './purge-builds.module.css';

/** Deletes the old builds of a repository, up to a number that the viewer enters. */
export function PurgeBuilds({
  repo,
}: {
  repo: Pick<Repo, 'namespace' | 'name' | 'slug' | 'counter'>;
}) {
  const text = useTexts(purgeMessages);
  const { namespace, name, slug, counter } = repo;
  const [typed, setTyped] = useState('');
  const [isConfirming, setIsConfirming] = useState(false);
  const purge = usePurgeBuilds({ namespace, name });
  const before = Number(typed);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!purge.isPending) setIsConfirming(true);
  };
  return (
    <Section title={text.title}>
      <form className={css.form} onSubmit={submit}>
        <p className={css.hint}>{text.hint}</p>
        <div className={css.row}>
          <TextField
            label={text.before}
            type="number"
            inputMode="numeric"
            required
            min={2}
            max={counter + 1}
            step={1}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <Button type="submit" kind="danger" disabled={purge.isPending}>
            {text.action}
          </Button>
        </div>
      </form>
      <ConfirmDialog
        question={text.question(before)}
        detail={text.detail(slug, before - 1)}
        action={text.action}
        isOpen={isConfirming}
        onConfirm={() => purge.mutate(before, { onSuccess: () => setTyped('') })}
        onClose={() => setIsConfirming(false)}
      />
    </Section>
  );
}

/** Deletes the finished builds whose number is lower than `before`. */
function usePurgeBuilds(repo: RepoName) {
  const text = useTexts(purgeMessages);
  const client = useQueryClient();
  return useMutation({
    mutationFn: (before: number) =>
      callApi(purgeBuilds, { params: { ...repo }, query: { before: String(before) } }),
    // Any cached list, count or build page may contain a deleted build.
    onSuccess: () => client.invalidateQueries(),
    meta: { done: text.done, failed: text.failed },
  });
}
