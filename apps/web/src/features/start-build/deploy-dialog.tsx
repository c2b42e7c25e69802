import type { Build } from '@millrace/contract/api';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { RepoName } from '../../api/build-queries.ts';
import { fieldErrors } from '../../api/field-errors.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import type { Texts } from '../../lib/i18n/texts.ts';
import { paths } from '../../lib/paths.ts';
import { hasExtras } from '../../lib/server-extras.ts';
import { ComboboxField } from '../../ui/combobox-field.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { DeclaredFields } from './declared-fields.tsx';
import { declaredQuery } from './declared-form.ts';
import { type DeployForm, emptyDeployment, targetOf } from './deploy-form.ts';
import { deployMessages } from './deploy-messages.ts';
import { useDeployBuild } from './deploy-mutations.ts';
import { checkTarget, useTargetSuggestions } from './deploy-targets.ts';
import { DeployedBuildField } from './deployed-build-field.tsx';
import { ParameterFields } from './parameter-fields.tsx';
import { parametersQuery } from './parameter-queries.ts';

interface DeployDialogProps {
  repo: RepoName;
  build: Build;
  /** Values that are chosen at first. */
  preset?: Pick<DeployForm, 'action' | 'target'>;
  /** Called with another build to deploy; undefined if none can be chosen. */
  onBuild?: (build: Build) => void;
  onClose: () => void;
}

/** Promotes a build to an environment, or rolls the environment back to it. */
export function DeployDialog(props: DeployDialogProps) {
  const text = useTexts(deployMessages);
  const { values, change, parameters, errors, doubt, isPending, submit } = useDeployment(props);
  const suggestions = useTargetSuggestions(props.repo, props.build, values.action);
  return (
    <DialogForm
      title={text.title}
      submit={doubt ? text.anyway : text.deploy}
      isOpen
      isPending={isPending}
      onSubmit={submit}
      onClose={props.onClose}
    >
      {props.onBuild && (
        <DeployedBuildField repo={props.repo} build={props.build} onChange={props.onBuild} />
      )}
      <SelectField
        label={text.action}
        value={values.action}
        options={[
          { value: 'promote', label: text.promote },
          { value: 'rollback', label: text.rollback },
        ]}
        onChange={(action) => change({ action })}
      />
      <ComboboxField
        label={text.target}
        placeholder="production"
        value={values.target}
        {...suggestions}
        error={errors.of('environment') ?? (doubt && describeDoubt(doubt, text))}
        onChange={(target) => {
          errors.clear();
          change({ target });
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

/** A target for which nothing may run. The next submit deploys to it. */
interface Doubt extends Pick<DeployForm, 'action'> {
  target: string;
  check: 'new' | 'no_stage';
}

function describeDoubt({ check, target }: Doubt, text: Texts<typeof deployMessages>): string {
  return check === 'new' ? text.newTarget(target) : text.noStage(target);
}

/** State of the form: its values, the parameters that the pipeline file declares for them, and the request. */
function useDeployment({ repo, build, preset, onClose }: DeployDialogProps) {
  const navigate = useNavigate();
  const [values, setValues] = useState({ ...emptyDeployment, ...preset });
  const deploy = useDeployBuild(repo, build.number);
  const { data: parameters = [] } = useQuery({
    ...parametersQuery(repo, { event: values.action, build: String(build.number) }),
    enabled: hasExtras(build),
  });
  const errors = fieldErrors(deploy);
  const [doubted, setDoubted] = useState<Doubt>();
  const [isChecking, setIsChecking] = useState(false);
  const isSame = doubted?.action === values.action && doubted.target === targetOf(values);
  const doubt = isSame ? doubted : undefined;
  const submit = async () => {
    if (doubt) return start();
    setIsChecking(true);
    const check = await checkTarget(repo, build, values);
    setIsChecking(false);
    if (check !== 'new' && check !== 'no_stage') return start();
    setDoubted({ action: values.action, target: targetOf(values), check });
  };
  const start = () =>
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
  const isPending = isChecking || deploy.isPending;
  return { values, change, parameters, errors, doubt, isPending, submit };
}
