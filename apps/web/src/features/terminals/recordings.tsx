import { endpointUrl, getTerminalRecording, type Terminal } from '@millrace/contract/api';
import { Download } from 'lucide';
import { useState } from 'react';
import type { RepoName } from '../../api/build-queries.ts';
import { serverUrl } from '../../api/server-address.ts';
import { RelativeTime } from '../../domain-ui/relative-time.tsx';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { terminalMessages } from './messages.ts';
import { describeEnd } from './terminal-state.ts';
import css from './terminals.module.css';

interface RecordingsProps {
  repo: RepoName;
  terminals: readonly Terminal[];
}

/** Lists the terminals of a build in a dialog, with their recordings. */
export function Recordings({ repo, terminals }: RecordingsProps) {
  const text = useTexts(terminalMessages);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button kind="ghost" size="small" onClick={() => setIsOpen(true)}>
        {text.recordings(terminals.length)}
      </Button>
      <Dialog title={text.recordingsTitle} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <ul className={css.list}>
          {terminals.map((terminal) => (
            <Recording key={terminal.id} repo={repo} terminal={terminal} />
          ))}
        </ul>
      </Dialog>
    </>
  );
}

function Recording({ repo, terminal }: { repo: RepoName; terminal: Terminal }) {
  const text = useTexts(terminalMessages);
  const { namespace, name } = repo;
  const { id, login, created } = terminal;
  const path = endpointUrl(getTerminalRecording, { namespace, name, terminal: id });
  return (
    <li className={css.recording}>
      <span className={css.person}>
        <strong>{login}</strong> <RelativeTime timeSec={created} />
        <br />
        {describeEnd(terminal, text)}
      </span>
      <a
        className={buttonClass({ size: 'small' })}
        href={serverUrl(path)}
        download
        aria-label={text.downloadOf(login)}
      >
        <Icon icon={Download} size={14} />
        {text.download}
      </a>
    </li>
  );
}
