import type { Template } from '@millrace/contract/api';
import { useState } from 'react';
import { fieldErrors } from '../../api/field-errors.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { CodeEditor } from '../../ui/code-editor.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { templateMessages } from './messages.ts';
import { useUpdateTemplate } from './template-mutations.ts';
import { languageOf } from './template-view.ts';

interface EditTemplateDialogProps {
  namespace: string;
  template: Template;
  onClose: () => void;
}

export function EditTemplateDialog({ namespace, template, onClose }: EditTemplateDialogProps) {
  const text = useTexts(templateMessages);
  const [data, setData] = useState(template.data);
  const update = useUpdateTemplate(namespace, template.name);
  const errors = fieldErrors(update);
  return (
    <DialogForm
      title={template.name}
      submit={text.update}
      isOpen
      isPending={update.isPending}
      onSubmit={() => update.mutate({ data }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <CodeEditor
        label={text.code}
        language={languageOf(template.name)}
        initialText={template.data}
        error={errors.of('templateData')}
        onChange={(typed) => {
          errors.clear();
          setData(typed);
        }}
      />
    </DialogForm>
  );
}
