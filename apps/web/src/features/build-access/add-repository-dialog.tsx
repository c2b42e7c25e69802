import { useState } from 'react';
import type { RepoName } from '../../api/build-queries.ts';
import { matchErrors } from '../../api/field-errors.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useAddBuildAccess } from './build-access-mutations.ts';
import { buildAccessMessages } from './messages.ts';

/** Patterns of the error messages about the repository. */
const accessErrors = {
  slug: /^(There is no repository|You need admin permission for|Builds )/,
} as const;

/** Two names that are not only dots: browsers would resolve those to the path of another call. */
const slugPattern = /^(?!\.+\/)[^/\s]+\/(?!\.+$)[^/\s]+$/;

interface AddRepositoryDialogProps {
  repo: RepoName;
  isOpen: boolean;
  onClose: () => void;
}

export function AddRepositoryDialog({ repo, isOpen, onClose }: AddRepositoryDialogProps) {
  const text = useTexts(buildAccessMessages);
  const [slug, setSlug] = useState('');
  const [isMalformed, setIsMalformed] = useState(false);
  const add = useAddBuildAccess(repo);
  const errors = matchErrors(add, accessErrors);
  const change = (value: string) => {
    errors.clear();
    setIsMalformed(false);
    setSlug(value);
  };
  const close = () => {
    // Ignores a response that arrives after the dialog is closed.
    add.reset();
    change('');
    onClose();
  };
  const submit = () => {
    if (slugPattern.test(slug.trim())) add.mutate(slug.trim(), { onSuccess: close });
    else setIsMalformed(true);
  };
  return (
    <DialogForm
      title={text.dialog}
      submit={text.add}
      isOpen={isOpen}
      isPending={add.isPending}
      onSubmit={submit}
      onClose={close}
    >
      <TextField
        label={text.repository}
        hint={text.repositoryHint}
        required
        value={slug}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        error={isMalformed ? text.malformed : errors.of('slug')}
        onChange={(event) => change(event.target.value)}
      />
    </DialogForm>
  );
}
