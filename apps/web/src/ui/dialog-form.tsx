import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { useMessages } from '../lib/i18n/messages.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import css from './dialog-form.module.css';

interface DialogFormProps {
  title: string;
  /** What the button says that sends the form. */
  submit: string;
  submitKind?: 'primary' | 'danger';
  isOpen: boolean;
  /** While the server answers; the form cannot be sent twice. */
  isPending: boolean;
  onSubmit: () => void;
  onClose: () => void;
  /** Stands at the left of the buttons. */
  extra?: ReactNode;
  children: ReactNode;
}

/**
 * A form in a dialog. It stays, with all that was typed, until its owner closes it. After a refusal the focus
 * moves to the first field that has an error.
 */
export function DialogForm(props: DialogFormProps) {
  const { title, submit, submitKind = 'primary', isOpen, isPending } = props;
  const { onSubmit, onClose, extra, children } = props;
  const { common } = useMessages();
  const form = useRef<HTMLFormElement>(null);
  const isSent = useRef(false);
  // After each render: the answer may come before the form was shown as pending.
  useEffect(() => {
    if (!isSent.current || isPending) return;
    const refused = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (refused) isSent.current = false;
    refused?.focus();
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    isSent.current = true;
    onSubmit();
  };
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose}>
      <form
        ref={form}
        className={css.form}
        onInput={() => {
          isSent.current = false;
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
    </Dialog>
  );
}
