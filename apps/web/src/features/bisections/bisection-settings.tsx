import type { BisectionSettings as Settings } from '@millrace/contract/api';
import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import type { RepoName } from '../../api/build-queries.ts';
import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { useDraft } from '../../lib/use-draft.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Section } from '../../ui/section.tsx';
import { UnsavedGuard } from '../../ui/unsaved-guard.tsx';
import { useChangeBisectionSettings } from './bisection-mutations.ts';
import { bisectionSettingsQuery } from './bisection-queries.ts';
import css from './bisections.module.css';
import { bisectionMessages } from './messages.ts';

/** Settings of a repository's bisections, which administrators of the repository may change. */
export function BisectionSettings({ repo }: { repo: RepoName }) {
  const text = useTexts(bisectionMessages);
  const { data } = useQuery(bisectionSettingsQuery(repo));
  if (!data) return null;
  return (
    <Section title={text.settings}>
      <SettingsForm repo={repo} stored={data} />
    </Section>
  );
}

function SettingsForm({ repo, stored }: { repo: RepoName; stored: Settings }) {
  const { common } = useMessages();
  const text = useTexts(bisectionMessages);
  const { automatic, comments, can_comment: canComment } = stored;
  const { values: form, changes, isDirty, edit } = useDraft({ automatic, comments });
  const { mutate, isPending } = useChangeBisectionSettings(repo);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPending) mutate(changes);
  };
  return (
    <form className={css.settings} onSubmit={submit}>
      <Checkbox
        label={text.automaticLabel}
        hint={text.automaticHint}
        checked={form.automatic}
        onChange={(checked) => edit({ automatic: checked })}
      />
      {canComment && (
        <Checkbox
          label={text.commentsLabel}
          hint={text.commentsHint}
          checked={form.comments}
          onChange={(checked) => edit({ comments: checked })}
        />
      )}
      <Button type="submit" kind="primary">
        {common.saveChanges}
      </Button>
      <UnsavedGuard isDirty={isDirty} />
    </form>
  );
}
