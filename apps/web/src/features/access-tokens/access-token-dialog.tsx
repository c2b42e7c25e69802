import { type CreatedToken, maxTokenNameLength } from '@millrace/contract/api';
import { type TokenScope, tokenScopes } from '@millrace/contract/vocabulary';
import { useState } from 'react';
import { fieldErrors } from '../../api/field-errors.ts';
import { useRepoSuggestions } from '../../api/repo-suggestions.ts';
import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { ComboboxField } from '../../ui/combobox-field.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useCreateToken } from './access-token-mutations.ts';
import type { TokenOwner } from './access-token-queries.ts';
import { accessTokenMessages } from './messages.ts';
import { ShownTokenDialog } from './shown-token-dialog.tsx';

const expiryDays = ['30', '90', '365', '0'] as const;
type ExpiryDays = (typeof expiryDays)[number];

const empty = { name: '', scope: 'read' as TokenScope, repo: '', days: '90' as ExpiryDays };

interface AccessTokenDialogProps {
  owner: TokenOwner;
  isOpen: boolean;
  onClose: () => void;
}

/** Dialog to create an access token. `ShownTokenDialog` shows the token afterwards. */
export function AccessTokenDialog(props: AccessTokenDialogProps) {
  const { owner, isOpen, onClose } = props;
  const { common } = useMessages();
  const text = useTexts(accessTokenMessages);
  const [values, setValues] = useState(empty);
  const [created, setCreated] = useState<CreatedToken | null>(null);
  // The viewer's repositories may not be those of a machine user.
  const suggestions = useRepoSuggestions(isOpen && !owner.login);
  const create = useCreateToken(owner, setCreated);
  const errors = fieldErrors(create);
  const change = (part: Partial<typeof values>) => {
    errors.clear();
    setValues({ ...values, ...part });
  };
  const close = () => {
    create.reset();
    setValues(empty);
    setCreated(null);
    onClose();
  };
  if (created) return <ShownTokenDialog created={created} onClose={close} />;
  return (
    <DialogForm
      title={text.add}
      submit={common.create}
      isOpen={isOpen}
      isPending={create.isPending}
      onSubmit={() => create.mutate(requestOf(values))}
      onClose={close}
    >
      <TextField
        label={text.name}
        hint={text.nameHint}
        required
        maxLength={maxTokenNameLength}
        value={values.name}
        autoComplete="off"
        error={errors.of('tokenName')}
        onChange={(event) => change({ name: event.target.value })}
      />
      <SelectField
        label={text.scope}
        hint={text.scopeHints[values.scope]}
        value={values.scope}
        options={tokenScopes.map((value) => ({ value, label: text.scopes[value] }))}
        onChange={(scope) => change({ scope })}
      />
      <ComboboxField
        label={text.repository}
        hint={text.repositoryHint}
        value={values.repo}
        {...suggestions}
        error={errors.of('tokenRepository')}
        onChange={(repo) => change({ repo })}
      />
      <SelectField
        label={text.expiry}
        value={values.days}
        options={expiryDays.map((value) => ({ value, label: text.expiries[value] }))}
        onChange={(days) => change({ days })}
      />
    </DialogForm>
  );
}

function requestOf({ name, scope, repo, days }: typeof empty) {
  const lifeSec = Number(days) * 24 * 60 * 60;
  const expires = lifeSec ? Math.floor(Date.now() / 1000) + lifeSec : 0;
  return { name: name.trim(), scope, repo: repo.trim() || null, expires };
}
