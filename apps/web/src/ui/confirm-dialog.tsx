import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useMessages } from '../lib/i18n/messages.tsx';
import { Button } from './button.tsx';
import css from './dialog.module.css';
import form from './dialog-form.module.css';

interface ConfirmDialogProps {
  /** The question, in one sentence. */
  question: string;
  /** Names the object, and states the consequences. */
  detail?: string | undefined;
  /** Label of the confirm button. */
  action: string;
  isOpen: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

export function ConfirmDialog({
  question,
  detail,
  action,
  isOpen,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const { common } = useMessages();
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={(open) => open || onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={css.backdrop} />
        <AlertDialog.Popup className={css.popup}>
          <div className={css.question}>
            <AlertDialog.Title className={css.questionTitle}>{question}</AlertDialog.Title>
            {detail && (
              <AlertDialog.Description className={css.questionDetail}>
                {detail}
              </AlertDialog.Description>
            )}
          </div>
          <div className={form.footer}>
            <Button onClick={onClose}>{common.cancel}</Button>
            <Button
              kind="danger"
              onClick={() => {
                onConfirm();
                onClose();
              }}
            >
              {action}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
