import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { useMessages } from '../../lib/i18n/messages.tsx';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import form from '../../ui/dialog-form.module.css';
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

/** A failed submit keeps the dialog and what was typed. */
export function NewBuildDialog({ repo, defaultBranch, isOpen, onClose }: NewBuildDialogProps) {
  const { newBuild: text, common } = useMessages();
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
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!create.isPending) create.mutate(values);
  };
  const bind = (name: 'target' | 'commit') => ({
    name,
    value: values[name],
    autoComplete: 'off',
    spellCheck: false,
    onChange: (event: { target: { value: string } }) =>
      setValues({ ...values, [name]: event.target.value }),
  });

  return (
    <Dialog title={text.title} isOpen={isOpen} onClose={close}>
      <form className={form.form} onSubmit={submit}>
        <div className={form.body}>
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
        </div>
        <div className={form.footer}>
          <Button onClick={close}>{common.cancel}</Button>
          <Button type="submit" kind="primary" disabled={create.isPending}>
            {text.create}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
