import type { Policy } from '@millrace/contract/api';
import { useState } from 'react';
import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { policyMessages } from './messages.ts';
import { bodyOf, formOf, type PolicyForm, policyKinds } from './policy-form.ts';
import { usePreviewPolicy, useSetPolicy } from './policy-queries.ts';

interface PolicyDialogProps {
  /** Undefined for a new one. */
  policy?: Policy;
  onClose: () => void;
}

/** Dialog to add or change a policy, with a preview of what it would have stopped. */
export function PolicyDialog({ policy, onClose }: PolicyDialogProps) {
  const { common } = useMessages();
  const text = useTexts(policyMessages);
  const [form, setForm] = useState(() => formOf(policy));
  const save = useSetPolicy();
  const preview = usePreviewPolicy();
  const edit = (part: Partial<PolicyForm>) => {
    preview.reset();
    setForm({ ...form, ...part });
  };
  const body = () => bodyOf(form, policy?.events);
  const area = (name: 'patterns' | 'targets' | 'people' | 'namespaces' | 'exceptions') => ({
    label: text[name],
    rows: 2,
    spellCheck: false,
    value: form[name],
    onChange: ({ target }: { target: HTMLTextAreaElement }) => edit({ [name]: target.value }),
  });
  return (
    <DialogForm
      title={text.edit}
      submit={common.saveChanges}
      isOpen
      isPending={save.isPending}
      onSubmit={() => save.mutate({ name: form.name.trim(), body: body() }, { onSuccess: onClose })}
      onClose={onClose}
      extra={<Button onClick={() => preview.mutate(body())}>{text.preview}</Button>}
    >
      <TextField
        label={text.name}
        required
        maxLength={100}
        disabled={policy !== undefined}
        value={form.name}
        autoComplete="off"
        onChange={({ target }) => edit({ name: target.value })}
      />
      <SelectField
        label={text.kind}
        value={form.kind}
        options={policyKinds.map((value) => ({ value, label: text.kinds[value] }))}
        onChange={(kind) => edit({ kind })}
      />
      {form.kind === 'images' && <TextArea {...area('patterns')} hint={text.patternsHint} />}
      {form.kind === 'require_image' && (
        <TextField
          label={text.required}
          hint={text.requiredHint}
          required
          value={form.required}
          onChange={({ target }) => edit({ required: target.value })}
        />
      )}
      {form.kind === 'deploy' && (
        <>
          <TextArea {...area('targets')} />
          <TextArea {...area('people')} />
        </>
      )}
      <TextArea {...area('namespaces')} hint={text.namespacesHint} />
      <TextArea {...area('exceptions')} hint={text.exceptionsHint} />
      <Checkbox
        label={text.enabled}
        checked={form.enabled}
        onChange={(enabled) => edit({ enabled })}
      />
      {preview.data && (
        <div role="status">
          <p>{text.previewed(preview.data.stopped.length, preview.data.builds)}</p>
          <ul>
            {preview.data.stopped.map(({ repo, build, problem }) => (
              <li key={`${repo} ${build}`}>
                {repo} #{build}: {problem}
              </li>
            ))}
          </ul>
        </div>
      )}
    </DialogForm>
  );
}
