import type { AddedRunner } from '@millrace/contract/api';
import { serverAddress } from '../../api/server-address.ts';
import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import css from '../../ui/dialog-form.module.css';
import { Snippet } from '../../ui/snippet.tsx';
import { runnerCredentialMessages } from './messages.ts';

interface ShownRunnerDialogProps {
  added: AddedRunner;
  onClose: () => void;
}

/** Shows the one-time token of a new runner, and how to use it. The server does not return it again. */
export function ShownRunnerDialog({ added, onClose }: ShownRunnerDialogProps) {
  const { common } = useMessages();
  const text = useTexts(runnerCredentialMessages);
  const settings = `MILLRACE_SERVER=${serverAddress} MILLRACE_RUNNER_TOKEN=${added.token}`;
  const snippets = [
    { label: text.token, content: added.token },
    { label: text.command, content: `${settings} millrace runner` },
  ];
  const other = `${settings} millrace runner register --print`;
  return (
    <Dialog title={added.name} isOpen onClose={onClose}>
      <div className={css.body}>
        <p>{text.shownOnce}</p>
        {snippets.map(({ label, content }) => (
          <Snippet
            key={label}
            label={label}
            text={content}
            action={<CopyButton text={content} copied={common.copied} />}
          />
        ))}
        <p>{text.otherRunner}</p>
        <Snippet
          label={text.otherCommand}
          text={other}
          action={<CopyButton text={other} copied={common.copied} />}
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
