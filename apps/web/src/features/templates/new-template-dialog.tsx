import { useState } from 'react';
import { fieldErrors } from '../../api/field-errors.ts';
import { useMessages, usePageMessages } from '../../lib/i18n/messages.tsx';
import { CodeEditor } from '../../ui/code-editor.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
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

/** Another extension brings its own example into the editor. */
export function NewTemplateDialog({ namespace, isOpen, onClose }: NewTemplateDialogProps) {
  const { common } = useMessages();
  const { templates: text } = usePageMessages();
  const [name, setName] = useState('');
  const [extension, setExtension] = useState<TemplateExtension>('.jsonnet');
  const [data, setData] = useState(templateExamples['.jsonnet']);
  const choose = (chosen: TemplateExtension) => {
    setExtension(chosen);
    setData(templateExamples[chosen]);
  };
  const create = useCreateTemplate(namespace);
  const errors = fieldErrors(create);
  const close = () => {
    // An answer that comes later has nothing more to do with this dialog.
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
        onChange={(event) => {
          errors.clear();
          setName(event.target.value);
        }}
      />
      <SelectField
        label={text.extension}
        value={extension}
        options={templateExtensions.map((value) => ({ value, label: value }))}
        onChange={(chosen) => {
          errors.clear();
          choose(chosen);
        }}
      />
      <CodeEditor
        label={text.code}
        language={languageOf(extension)}
        initialText={templateExamples[extension]}
        error={errors.of('templateData')}
        onChange={(typed) => {
          errors.clear();
          setData(typed);
        }}
      />
    </DialogForm>
  );
}
