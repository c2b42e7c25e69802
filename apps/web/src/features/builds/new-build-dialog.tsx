import { useState } from 'react';
import { useNavigate } from 'react-router';
import { usePageMessages } from '../../lib/i18n/messages.tsx';
import { paths } from '../../lib/paths.ts';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useCreateBuild } from './build-mutations.ts';
import type { RepoName } from './build-queries.ts';
import { emptyForm } from './new-build-form.ts';
import { ParameterFields } from './parameter-fields.tsx';

interface NewBuildDialogProps {
  repo: RepoName;
  defaultBranch: string;
  isOpen: boolean;
  onClose: () => void;
}

export function NewBuildDialog({ repo, defaultBranch, isOpen, onClose }: NewBuildDialogProps) {
  const { newBuild: text } = usePageMessages();
  const navigate = useNavigate();
  const [values, setValues] = useState(emptyForm);
  const close = () => {
    setValues(emptyForm);
    onClose();
  };
  const create = useCreateBuild(repo, (build) => {
    close();
    if (build) navigate(paths.build(`${repo.namespace}/${repo.name}`, build.number));
  });
  const bind = (name: 'target' | 'commit') => ({
    name,
    value: values[name],
    autoComplete: 'off',
    spellCheck: false,
    onChange: (event: { target: { value: string } }) =>
      setValues({ ...values, [name]: event.target.value }),
  });

  return (
    <DialogForm
      title={text.title}
      submit={text.create}
      isOpen={isOpen}
      isPending={create.isPending}
      onSubmit={() => create.mutate(values)}
      onClose={close}
    >
      <TextField
        label={text.target}
        hint={text.targetHint}
        placeholder={defaultBranch}
        {...bind('target')}
      />
      <TextField label={text.commit} hint={text.commitHint} {...bind('commit')} />
      <ParameterFields
        parameters={values.parameters}
        onChange={(parameters) => setValues({ ...values, parameters })}
      />
    </DialogForm>
  );
}
