import type { Build } from '@millrace/contract/api';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { RepoName } from '../../api/build-queries.ts';
import { fieldErrors } from '../../api/field-errors.ts';
import { usePageMessages } from '../../lib/i18n/messages.tsx';
import { paths } from '../../lib/paths.ts';
import { hasExtras } from '../../lib/server-extras.ts';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { DeclaredFields } from './declared-fields.tsx';
import { declaredQuery } from './declared-form.ts';
import { emptyDeployment } from './deploy-form.ts';
import { ParameterFields } from './parameter-fields.tsx';
import { parametersQuery } from './parameter-queries.ts';
import { useDeployBuild } from './start-build-mutations.ts';

interface DeployDialogProps {
  repo: RepoName;
  build: Build;
  onClose: () => void;
}

/** Promotes a build to an environment, or rolls the environment back to it. */
export function DeployDialog(props: DeployDialogProps) {
  const { deploy: text } = usePageMessages();
  const { values, change, parameters, errors, isPending, submit } = useDeployment(props);
  return (
    <DialogForm
      title={text.title}
      submit={text.deploy}
      isOpen
      isPending={isPending}
      onSubmit={submit}
      onClose={props.onClose}
    >
      <SelectField
        label={text.action}
        value={values.action}
        options={[
          { value: 'promote', label: text.promote },
          { value: 'rollback', label: text.rollback },
        ]}
        onChange={(action) => change({ action })}
      />
      <TextField
        label={text.target}
        placeholder="production"
        autoComplete="off"
        spellCheck={false}
        value={values.target}
        error={errors.of('environment')}
        onChange={(event) => {
          errors.clear();
          change({ target: event.target.value });
        }}
      />
      <DeclaredFields
        parameters={parameters}
        values={values.declared}
        onChange={(declared) => change({ declared })}
      />
      <ParameterFields
        parameters={values.parameters}
        onChange={(parameters) => change({ parameters })}
      />
    </DialogForm>
  );
}

/** State of the form: its values, the parameters that the pipeline file declares for them, and the request. */
function useDeployment({ repo, build, onClose }: DeployDialogProps) {
  const navigate = useNavigate();
  const [values, setValues] = useState(emptyDeployment);
  const deploy = useDeployBuild(repo, build.number);
  const { data: parameters = [] } = useQuery({
    ...parametersQuery(repo, { event: values.action, build: String(build.number) }),
    enabled: hasExtras(build),
  });
  const errors = fieldErrors(deploy);
  const submit = () =>
    deploy.mutate(
      { ...values, declared: declaredQuery(parameters, values.declared) },
      {
        onSuccess: (started) => {
          if (!started) return;
          onClose();
          navigate(paths.build(`${repo.namespace}/${repo.name}`, started.number));
        },
      },
    );
  const change = (part: Partial<typeof values>) => setValues({ ...values, ...part });
  return { values, change, parameters, errors, isPending: deploy.isPending, submit };
}
