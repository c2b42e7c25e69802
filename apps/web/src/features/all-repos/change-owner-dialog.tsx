import type { RepoSummary } from '@millrace/contract/api';
import { useState } from 'react';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useChangeOwner } from './all-repos-queries.ts';
import { allReposMessages } from './messages.ts';

/** Asks for the account that becomes the owner of a repository. */
export function ChangeOwnerDialog({ repo, onClose }: { repo: RepoSummary; onClose: () => void }) {
  const text = useTexts(allReposMessages);
  const [login, setLogin] = useState('');
  const change = useChangeOwner(repo, onClose);
  return (
    <DialogForm
      title={text.newOwnerOf(repo.slug)}
      submit={text.changeOwner}
      isOpen
      isPending={change.isPending}
      onSubmit={() => change.mutate(login.trim())}
      onClose={onClose}
    >
      <TextField
        label={text.newOwner}
        value={login}
        required
        autoComplete="off"
        onChange={(event) => setLogin(event.target.value)}
      />
    </DialogForm>
  );
}
