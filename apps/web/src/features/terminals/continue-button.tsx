import type { KeptStep } from '@millrace/contract/api';
import type { RepoName } from '../../api/build-queries.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { VanishingButton } from '../../ui/vanishing-button.tsx';
import { terminalMessages } from './messages.ts';
import { useReleaseKeptStep } from './terminal-mutations.ts';

/** Continues a paused step. Terminals in it end. */
export function ContinueButton({ repo, kept }: { repo: RepoName; kept: KeptStep }) {
  const text = useTexts(terminalMessages);
  const release = useReleaseKeptStep(repo, { isPaused: true });
  return (
    <VanishingButton
      size="small"
      kind="primary"
      disabled={release.isPending}
      onClick={() => release.mutate(kept.id)}
    >
      {text.goOn}
    </VanishingButton>
  );
}
