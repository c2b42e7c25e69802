import type { TotpSecret } from '@millrace/contract/api';
import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Snippet } from '../../ui/snippet.tsx';
import { secondFactorMessages } from './messages.ts';
import { QrCode } from './qr-code.tsx';

/** Shows a secret for an authenticator app. */
export function TotpSecretView({ secret, url }: TotpSecret) {
  const { common } = useMessages();
  const text = useTexts(secondFactorMessages);
  return (
    <>
      <p>{text.scan}</p>
      <QrCode text={url} label={text.qrCode} />
      <Snippet
        label={text.secret}
        text={secret}
        action={<CopyButton text={secret} copied={common.copied} />}
      />
    </>
  );
}
