import { useState } from 'react';
import { matchErrors } from '../../api/field-errors.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { registryMessages } from './messages.ts';
import type { RegistryCalls } from './registry-calls.ts';
import { registryErrors } from './registry-errors.ts';
import { useImportRegistries } from './registry-mutations.ts';

interface ImportDialogProps {
  calls: RegistryCalls;
  onClose: () => void;
}

/** Imports the logins of a Docker `config.json`. */
export function ImportDialog({ calls, onClose }: ImportDialogProps) {
  const text = useTexts(registryMessages);
  const [config, setConfig] = useState('');
  const importing = useImportRegistries(calls);
  const errors = matchErrors(importing, registryErrors);
  return (
    <DialogForm
      title={text.importDialog}
      submit={text.importConfig}
      isOpen
      isPending={importing.isPending}
      onSubmit={() => importing.mutate(config, { onSuccess: onClose })}
      onClose={onClose}
    >
      <TextArea
        label={text.config}
        hint={text.configHint}
        value={config}
        autoComplete="off"
        spellCheck={false}
        error={errors.of('config')}
        onChange={(event) => {
          errors.clear();
          setConfig(event.target.value);
        }}
      />
    </DialogForm>
  );
}
