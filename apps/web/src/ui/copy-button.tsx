import { Check, Copy } from 'lucide';
import { useEffect, useState } from 'react';
import { copyText } from '../lib/copy-text.ts';
import { useMessages, useTexts } from '../lib/i18n/messages.tsx';
import { logError } from '../lib/log-error.ts';
import { Button } from './button.tsx';
import css from './copy-button.module.css';
import { copyMessages } from './copy-messages.ts';
import { Icon } from './icon.tsx';
import { IconButton } from './icon-button.tsx';
import { showToast } from './toast.ts';

const confirmationMs = 2000;

interface CopyButtonProps {
  text: string;
  /** Label for two seconds after copying. */
  copied: string;
}

export function CopyButton({ text, copied }: CopyButtonProps) {
  const { common } = useMessages();
  const { isCopied, copy } = useCopy(text);
  return (
    <Button size="small" onClick={copy} aria-live="polite">
      {isCopied ? <Icon icon={Check} size={14} /> : <Icon icon={Copy} size={14} />}
      {isCopied ? copied : common.copy}
    </Button>
  );
}

/** A copy button with an icon only, for use within a line of text. */
export function CopyIconButton({ text, label }: { text: string; label: string }) {
  const { common } = useMessages();
  const { isCopied, copy } = useCopy(text);
  return (
    <IconButton
      className={css.inline}
      label={isCopied ? common.copied : label}
      onClick={copy}
      aria-live="polite"
    >
      {isCopied ? <Icon icon={Check} size={14} /> : <Icon icon={Copy} size={14} />}
    </IconButton>
  );
}

function useCopy(text: string): { isCopied: boolean; copy: () => void } {
  const { copyRefused } = useTexts(copyMessages);
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), confirmationMs);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = () => {
    copyText(text).then(
      () => setIsCopied(true),
      (error: unknown) => {
        logError(error);
        showToast('warning', copyRefused);
      },
    );
  };
  return { isCopied, copy };
}
