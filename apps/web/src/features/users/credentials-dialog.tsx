import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import css from '../../ui/dialog-form.module.css';
import { Snippet } from '../../ui/snippet.tsx';
import { userMessages } from './messages.ts';
import type { Credentials } from './user-mutations.ts';

interface CredentialsDialogProps {
  title: string;
  credentials: Credentials;
  onClose: () => void;
}

/** Shows the new password or token of an account, once. */
export function CredentialsDialog({ title, credentials, onClose }: CredentialsDialogProps) {
  const { common } = useMessages();
  const text = useTexts(userMessages);
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <div className={css.body}>
        <p>{text.handOver(credentials.login)}</p>
        <Snippet
          label={text[credentials.kind]}
          text={credentials.text}
          action={<CopyButton text={credentials.text} copied={common.copied} />}
        />
      </div>
      <div className={css.footer}>
        <Button kind="primary" onClick={onClose}>
          {text.done}
        </Button>
      </div>
    </Dialog>
  );
}
