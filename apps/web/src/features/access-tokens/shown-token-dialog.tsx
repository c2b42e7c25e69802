import type { CreatedToken } from '@millrace/contract/api';
import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import css from '../../ui/dialog-form.module.css';
import { Snippet } from '../../ui/snippet.tsx';
import { accessTokenMessages } from './messages.ts';

interface ShownTokenDialogProps {
  created: CreatedToken;
  onClose: () => void;
}

/** Shows a new access token. The server does not return it again. */
export function ShownTokenDialog({ created, onClose }: ShownTokenDialogProps) {
  const { common } = useMessages();
  const text = useTexts(accessTokenMessages);
  return (
    <Dialog title={created.name} isOpen onClose={onClose}>
      <div className={css.body}>
        <p>{text.shownOnce}</p>
        <Snippet
          label={text.token}
          text={created.token}
          action={<CopyButton text={created.token} copied={common.copied} />}
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
