import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Snippet } from '../../ui/snippet.tsx';
import { secondFactorMessages } from './messages.ts';

/** Shows new recovery codes. The server does not return them again. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const { common } = useMessages();
  const text = useTexts(secondFactorMessages);
  const lines = codes.join('\n');
  return (
    <>
      <p>{text.recoveryHint}</p>
      <Snippet
        label={text.recoveryCodes}
        text={lines}
        action={<CopyButton text={lines} copied={common.copied} />}
      />
    </>
  );
}
