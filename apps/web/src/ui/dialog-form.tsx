import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useMessages, useTexts } from '../lib/i18n/messages.tsx';
import { Button } from './button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Dialog } from './dialog.tsx';
import css from './dialog-form.module.css';
import { UnsavedGuard } from './unsaved-guard.tsx';
import { unsavedMessages } from './unsaved-messages.ts';
import { useFocusInvalid } from './use-focus-invalid.ts';

interface DialogFormProps {
  title: string;
  /** Label of the submit button. */
  submit: string;
  submitKind?: 'primary' | 'danger';
  isOpen: boolean;
  /** True while the request runs. The form cannot be submitted again meanwhile. */
  isPending: boolean;
  onSubmit: () => void;
  onClose: () => void;
  /** Content at the left of the buttons. */
  extra?: ReactNode;
  children: ReactNode;
}

/**
 * A form in a dialog. It stays open and keeps the input until its owner closes it. Cancel discards the input;
 * Escape, the close button and a click outside the dialog ask for confirmation first. If the server rejects
 * the form, the focus moves to the first field with an error.
 */
export function DialogForm(props: DialogFormProps) {
  const { title, submit, submitKind = 'primary', isOpen, isPending } = props;
  const { onSubmit, onClose, extra, children } = props;
  const { common } = useMessages();
  const text = useTexts(unsavedMessages);
  const [hasTyped, setHasTyped] = useState(false);
  const [isConfirmingDiscard, setIsConfirmingDiscard] = useState(false);
  useEffect(() => {
    if (!isOpen) setHasTyped(false);
  }, [isOpen]);
  const form = useRef<HTMLFormElement>(null);
  const { onSent, onEdited } = useFocusInvalid(form, isPending);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    onSent();
    onSubmit();
  };
  return (
    <Dialog
      title={title}
      isOpen={isOpen}
      onClose={() => (hasTyped ? setIsConfirmingDiscard(true) : onClose())}
    >
      <form
        ref={form}
        className={css.form}
        onInput={(event) => {
          onEdited();
          if (isTyping(event.target)) setHasTyped(true);
        }}
        onSubmit={send}
      >
        <div className={css.body}>{children}</div>
        <div className={css.footer}>
          {extra}
          {extra && <span className={css.space} />}
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" kind={submitKind} disabled={isPending}>
            {submit}
          </Button>
        </div>
      </form>
      <ConfirmDialog
        question={text.discardQuestion}
        detail={title}
        action={text.discard}
        isOpen={isConfirmingDiscard}
        onConfirm={onClose}
        onClose={() => setIsConfirmingDiscard(false)}
      />
      <UnsavedGuard isDirty={isOpen && hasTyped} isModal />
    </Dialog>
  );
}

/**
 * Returns whether the input is text. Selections are quick to repeat, so they are discarded without
 * confirmation.
 */
function isTyping(target: EventTarget): boolean {
  const isChoice =
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLInputElement && ['checkbox', 'radio'].includes(target.type));
  return !isChoice;
}
