import { useEffect, useState } from 'react';
import { copyText } from '../lib/copy-text.ts';
import { useMessages } from '../lib/i18n/messages.tsx';
import { logError } from '../lib/log-error.ts';
import { Button } from './button.tsx';
import { CheckIcon, CopyIcon } from './icons.tsx';
import { showToast } from './toast.ts';

const confirmationMs = 2000;

interface CopyButtonProps {
  text: string;
  /** What the button says for two seconds after it copied. */
  copied: string;
}

export function CopyButton({ text, copied }: CopyButtonProps) {
  const { common } = useMessages();
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), confirmationMs);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = () =>
    copyText(text).then(
      () => setIsCopied(true),
      (error: unknown) => {
        logError(error);
        showToast('warning', common.copyRefused);
      },
    );
  return (
    <Button size="small" onClick={copy} aria-live="polite">
      {isCopied ? <CheckIcon size={14} /> : <CopyIcon size={14} />}
      {isCopied ? copied : common.copy}
    </Button>
  );
}
