import { Trash2 } from 'lucide';
import { useState } from 'react';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { OnDemand } from '../../ui/on-demand.tsx';
import type { LogAddress } from './engine/open-log.ts';
import { consoleMessages } from './messages.ts';

const loadDialog = () => import('./delete-log-dialog.tsx');

interface DeleteLogButtonProps {
  address: LogAddress;
  stageName: string;
  stepName: string;
  isDisabled: boolean;
  onDeleted: () => void;
}

/** Button to delete the log of a finished step. The dialog is loaded on the first click. */
export function DeleteLogButton({ isDisabled, ...step }: DeleteLogButtonProps) {
  const text = useTexts(consoleMessages);
  const [isRequested, setIsRequested] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  const open = () => {
    setIsRequested(true);
    setIsOpen(true);
  };
  return (
    <>
      <IconButton label={text.deleteLog} disabled={isDisabled} onClick={open}>
        <Icon icon={Trash2} size={14} />
      </IconButton>
      {isRequested && (
        <OnDemand load={loadDialog} onMissing={() => setIsRequested(false)}>
          {({ DeleteLogDialog }) => (
            <DeleteLogDialog {...step} isOpen={isOpen} onClose={() => setIsOpen(false)} />
          )}
        </OnDemand>
      )}
    </>
  );
}
