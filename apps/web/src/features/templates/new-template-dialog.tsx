import { useState } from 'react';
import { fieldErrors } from '../../api/field-errors.ts';
import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { CodeEditor } from '../../ui/code-editor.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { templateMessages } from './messages.ts';
import { useCreateTemplate } from './template-mutations.ts';
import {
  languageOf,
  type TemplateExtension,
  templateExamples,
  templateExtensions,
} from './template-view.ts';

interface NewTemplateDialogProps {
  namespace: string;
  isOpen: boolean;
  onClose: () => void;
}

/** Creates a template. The editor starts with an example in the language of the extension. */
export function NewTemplateDialog({ namespace, isOpen, onClose }: NewTemplateDialogProps) {
  const { common } = useMessages();
  const text = useTexts(templateMessages);
  const [name, setName] = useState('');
  const [extension, setExtension] = useState<TemplateExtension>('.jsonnet');
  const [data, setData] = useState(templateExamples['.jsonnet']);
  const choose = (chosen: TemplateExtension) => {
    setExtension(chosen);
    setData(templateExamples[chosen]);
  };
  const create = useCreateTemplate(namespace);
  const errors = fieldErrors(create);
  /** Wraps a setter so that it also clears the errors of the last submit. */
  const edit =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      errors.clear();
      set(value);
    };
  const close = () => {
    // A later response must not change the dialog.
    create.reset();
    setName('');
    choose('.jsonnet');
    onClose();
  };
  return (
    <DialogForm
      title={text.dialog}
      submit={common.create}
      isOpen={isOpen}
      isPending={create.isPending}
      onSubmit={() => create.mutate({ name: name.trim() + extension, data }, { onSuccess: close })}
      onClose={close}
    >
      <TextField
        label={text.name}
        required
        value={name}
        autoComplete="off"
        spellCheck={false}
        error={errors.of('templateName')}
        onChange={edit((event) => setName(event.target.value))}
      />
      <SelectField
        label={text.extension}
        value={extension}
        options={templateExtensions.map((value) => ({ value, label: value }))}
        onChange={edit(choose)}
      />
      <CodeEditor
        label={text.code}
        language={languageOf(extension)}
        initialText={templateExamples[extension]}
        error={errors.of('templateData')}
        onChange={edit(setData)}
      />
    </DialogForm>
  );
}
