import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Snippet } from '../../ui/snippet.tsx';
import { secretMessages } from './messages.ts';
import { usesOf } from './secret-lines.ts';

/** The lines of a pipeline file that use a secret, to copy. */
export function SecretUse({ name }: { name: string }) {
  const { common } = useMessages();
  const text = useTexts(secretMessages);
  const lines = usesOf(name);
  return (
    <section>
      <p>{text.use(name)}</p>
      <Snippet
        label={text.use(name)}
        text={lines}
        action={<CopyButton text={lines} copied={common.copied} />}
      />
    </section>
  );
}
