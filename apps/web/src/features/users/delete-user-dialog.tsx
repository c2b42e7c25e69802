import type { Holdings, HoldingsChoice } from '@millrace/contract/api';
import { useState } from 'react';
import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { TextField } from '../../ui/text-field.tsx';
import css from './delete-user-dialog.module.css';
import { HoldingsList } from './holdings-list.tsx';
import { userMessages } from './messages.ts';

interface DeleteUserDialogProps {
  login: string;
  /** Undefined if the server does not report them. Then only the account is deleted. */
  holdings: Holdings | undefined;
  isPending: boolean;
  onDelete: (choice: HoldingsChoice) => void;
  onClose: () => void;
}

/**
 * Asks for confirmation before an account is deleted, whether to delete or transfer its holdings, and whether builds keep
 * naming the person.
 */
export function DeleteUserDialog(props: DeleteUserDialogProps) {
  const { login, holdings, isPending, onDelete, onClose } = props;
  const { common } = useMessages();
  const text = useTexts(userMessages);
  const [fate, setFate] = useState<'contents' | 'successor'>('contents');
  const [successor, setSuccessor] = useState('');
  const [replacesNames, setReplacesNames] = useState(false);
  if (!holdings) {
    return (
      <ConfirmDialog
        question={text.question}
        detail={text.deleteDetail(login)}
        action={common.delete}
        isOpen
        onConfirm={() => onDelete({})}
        onClose={onClose}
      />
    );
  }
  const choices: Record<typeof fate, HoldingsChoice> = {
    contents: { contents: 'delete' },
    successor: { successor: successor.trim() },
  };
  const choice: HoldingsChoice = {
    ...(!isEmpty(holdings) && choices[fate]),
    ...(replacesNames && { names: 'replace' }),
  };
  const radio = (value: typeof fate, label: string) => (
    <label className={css.choice}>
      <input type="radio" name="fate" checked={fate === value} onChange={() => setFate(value)} />
      {label}
    </label>
  );
  return (
    <DialogForm
      title={text.question}
      submit={common.delete}
      submitKind="danger"
      isOpen
      isPending={isPending}
      onSubmit={() => onDelete(choice)}
      onClose={onClose}
    >
      {isEmpty(holdings) ? (
        <p>{text.deleteDetail(login)}</p>
      ) : (
        <>
          <p>{text.holds(login)}</p>
          <HoldingsList holdings={holdings} />
          <fieldset className={css.fate}>
            <legend className="visually-hidden">{text.fate}</legend>
            {radio('contents', text.deleteContents)}
            {radio('successor', text.handContentsOver)}
          </fieldset>
          {fate === 'successor' && (
            <TextField
              label={text.successor}
              hint={text.successorHint}
              required
              value={successor}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => setSuccessor(event.target.value)}
            />
          )}
        </>
      )}
      <Checkbox
        label={text.replaceNames}
        hint={text.replaceNamesHint}
        checked={replacesNames}
        onChange={setReplacesNames}
      />
    </DialogForm>
  );
}

function isEmpty({ repos, secrets, templates }: Holdings): boolean {
  return repos.length + secrets.length + templates.length === 0;
}
