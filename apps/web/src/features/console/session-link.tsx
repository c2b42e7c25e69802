import { useTexts } from '../../lib/i18n/messages.tsx';
import { toHttpUrl } from '../../lib/safe-url.ts';
import { buttonClass } from '../../ui/button.tsx';
import { consoleMessages } from './messages.ts';

/** Link to the remote session of a running step, if its log contains the URL. */
export function SessionLink({ address }: { address: string | null }) {
  const text = useTexts(consoleMessages);
  const url = address && toHttpUrl(address);
  if (!url) return null;
  return (
    <a
      className={buttonClass({ size: 'small' })}
      href={url}
      target="_blank"
      rel="noreferrer noopener"
    >
      {text.session}
    </a>
  );
}
