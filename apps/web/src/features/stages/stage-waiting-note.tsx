import type { Stage } from '@millrace/contract/api';
import { placeholderText } from '../../domain-ui/placeholder-text.ts';
import { stageWaitingText } from '../../domain-ui/stage-waiting-text.ts';
import { waitingMessages } from '../../domain-ui/waiting-messages.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import css from './stage-waiting-note.module.css';

/** The reason why a stage has not started, if the server reports it. */
export function StageWaitingNote({ stage }: { stage: Stage }) {
  const text = useTexts(waitingMessages);
  if (!stage.waiting || stage.status === 'blocked') return null;
  return (
    <p className={css.waiting} role="status">
      <strong>{text.title(stage.name)}</strong>{' '}
      {placeholderText(stage, text) ?? stageWaitingText(stage.waiting, text)}
    </p>
  );
}
