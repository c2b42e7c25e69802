import type { CodeForm as CodeFields } from '@millrace/contract/api';
import type { FormEvent } from 'react';
import { serverUrl } from '../../api/server-address.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { serverPaths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { signInMessages } from './messages.ts';

/** Path to which the form is posted. */
export const codePath = `${serverPaths.login}/code`;
const field = 'code' satisfies keyof CodeFields;

interface CodeFormProps {
  /** Handles the submit. Without it, the browser posts the form and leaves the page. */
  onSend?: (form: FormData) => void;
  isPending?: boolean;
}

/** Second form of a sign-in: the code of an app, or a recovery code. */
export function CodeForm({ onSend, isPending = false }: CodeFormProps) {
  const text = useTexts(signInMessages);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (!onSend) return;
    event.preventDefault();
    onSend(new FormData(event.currentTarget));
  };
  return (
    <form method="post" action={serverUrl(codePath)} onSubmit={submit}>
      <TextField
        label={text.code}
        hint={text.codeHint}
        name={field}
        autoComplete="one-time-code"
        autoCapitalize="none"
        autoFocus
        spellCheck={false}
        required
      />
      <Button type="submit" kind="primary" disabled={isPending}>
        {text.submit}
      </Button>
    </form>
  );
}
