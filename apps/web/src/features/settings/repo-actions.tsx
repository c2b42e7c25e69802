import type { Repo } from '@millrace/contract/api';
import { useState } from 'react';
import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Section } from '../../ui/section.tsx';
import { generalMessages } from './messages.ts';
import css from './repo-actions.module.css';

interface Action {
  mutate: () => void;
  isPending: boolean;
}

interface RepoActionsProps {
  repo: Repo;
  /** Undefined if there is no forge, or the server already uses the viewer's access. */
  takeOver?: Action | undefined;
  remove: Action;
}

/** Buttons to take over and delete the repository. */
export function RepoActions({ repo, takeOver, remove }: RepoActionsProps) {
  const { common } = useMessages();
  const text = useTexts(generalMessages);
  const [isConfirmingDelete, setIsConfirmingDelete] = useState(false);
  return (
    <Section title={text.repository}>
      {takeOver && (
        <div className={css.action}>
          <p>{text.takeOverDetail}</p>
          <Button disabled={takeOver.isPending} onClick={() => takeOver.mutate()}>
            {text.takeOver}
          </Button>
        </div>
      )}
      <div className={css.action}>
        <p>{text.deleteHint}</p>
        <Button
          kind="danger"
          disabled={remove.isPending}
          onClick={() => setIsConfirmingDelete(true)}
        >
          {common.delete}
        </Button>
      </div>
      <ConfirmDialog
        question={text.deleteQuestion}
        detail={text.deleteDetail(repo.slug)}
        action={common.delete}
        isOpen={isConfirmingDelete}
        onConfirm={() => remove.mutate()}
        onClose={() => setIsConfirmingDelete(false)}
      />
    </Section>
  );
}
