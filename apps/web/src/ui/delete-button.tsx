import { Trash2 } from 'lucide';
import { useState } from 'react';
import { useMessages, useTexts } from '../lib/i18n/messages.tsx';
import { Button } from './button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { deleteMessages } from './delete-messages.ts';
import { Icon } from './icon.tsx';

interface DeleteButtonProps {
  /** Name of the object to delete. */
  name: string;
  /** Replaces the labels of the buttons if the action does not delete the object itself. */
  words?: { button: string; action: string };
  question: string;
  /** Names the object if the question does not. */
  detail?: string;
  isDisabled?: boolean;
  onConfirm: () => void;
}

/** A button that deletes a row of a list after confirmation. */
export function DeleteButton(props: DeleteButtonProps) {
  const { name, words, question, detail, isDisabled, onConfirm } = props;
  const { common } = useMessages();
  const { deleteNamed } = useTexts(deleteMessages);
  const [isConfirming, setIsConfirming] = useState(false);
  return (
    <>
      <Button
        kind="ghost"
        size="small"
        isIcon
        disabled={isDisabled}
        aria-label={words?.button ?? deleteNamed(name)}
        title={words?.button}
        onClick={() => setIsConfirming(true)}
      >
        <Icon icon={Trash2} />
      </Button>
      <ConfirmDialog
        question={question}
        detail={detail}
        action={words?.action ?? common.delete}
        isOpen={isConfirming}
        onConfirm={onConfirm}
        onClose={() => setIsConfirming(false)}
      />
    </>
  );
}
