import { useId } from 'react';
import { buildMessages } from '../../domain-ui/build-messages.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { Button } from '../../ui/button.tsx';
import css from './commit-message.module.css';

/** Shows the body of a commit message as an overlay, to leave the page's height to the log. */
export function CommitMessage({ body }: { body: string }) {
  const text = useTexts(buildMessages);
  const id = useId();
  return (
    <>
      <Button
        kind="ghost"
        size="small"
        className={css.button}
        popoverTarget={id}
        aria-label={text.message}
        title={text.message}
      >
        …
      </Button>
      <div id={id} popover="auto" className={css.body} role="dialog" aria-label={text.message}>
        <pre>{body}</pre>
      </div>
    </>
  );
}
