import { useState } from 'react';
import { useMessages } from '../lib/i18n/messages.tsx';
import { Button } from './button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { TrashIcon } from './icons.tsx';

interface DeleteButtonProps {
  /** Whose button it is. */
  name: string;
  question: string;
  /** Names the object if the question does not. */
  detail?: string;
  isDisabled?: boolean;
  onConfirm: () => void;
}

/** Deletes a row of a list once the question has been answered. */
export function DeleteButton({ name, question, detail, isDisabled, onConfirm }: DeleteButtonProps) {
  const { common } = useMessages();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button
        kind="ghost"
        size="small"
        isIcon
        disabled={isDisabled}
        aria-label={common.deleteNamed(name)}
        onClick={() => setIsAsking(true)}
      >
        <TrashIcon />
      </Button>
      <ConfirmDialog
        question={question}
        detail={detail}
        action={common.delete}
        isOpen={isAsking}
        onConfirm={onConfirm}
        onClose={() => setIsAsking(false)}
      />
    </>
  );
}
