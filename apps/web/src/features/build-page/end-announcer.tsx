import type { Build } from '@millrace/contract/api';
import { isFinished } from '@millrace/contract/vocabulary';
import { buildMessages } from '../../domain-ui/build-messages.ts';
import { buildStatus } from '../../domain-ui/shown-status.ts';
import { statusMessages } from '../../domain-ui/status-messages.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';

/** Announces the end of a build that ran while the page was open to screen readers. */
export function EndAnnouncer({ build }: { build: Build }) {
  const names = useTexts(statusMessages);
  const text = useTexts(buildMessages);
  return (
    <span className="visually-hidden" aria-live="polite">
      {isFinished(build.status) && text.ended(build.number, names[buildStatus(build)])}
    </span>
  );
}
