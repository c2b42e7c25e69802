import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useBranchSuggestions } from '../../api/branch-search.ts';
import { buildListQuery, type RepoName } from '../../api/build-queries.ts';
import { fieldErrors } from '../../api/field-errors.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { servedConfig } from '../../lib/page-config.ts';
import { paths } from '../../lib/paths.ts';
import { hasExtras } from '../../lib/server-extras.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { ComboboxField } from '../../ui/combobox-field.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { DeclaredFields } from './declared-fields.tsx';
import { declaredQuery } from './declared-form.ts';
import { newBuildMessages } from './messages.ts';
import { emptyForm } from './new-build-form.ts';
import { ParameterFields } from './parameter-fields.tsx';
import { parametersQuery } from './parameter-queries.ts';
import { useCreateBuild } from './start-build-mutations.ts';

interface NewBuildDialogProps {
  repo: RepoName;
  defaultBranch: string;
  isOpen: boolean;
  onClose: () => void;
}

/** Starts a build of a branch or commit, with parameters. */
export function NewBuildDialog(props: NewBuildDialogProps) {
  const { repo, defaultBranch, isOpen } = props;
  const text = useTexts(newBuildMessages);
  const { values, change, parameters, errors, isPending, close, submit } = useNewBuild(props);
  const suggestions = useBranchSuggestions(repo);

  return (
    <DialogForm
      title={text.title}
      submit={text.create}
      isOpen={isOpen}
      isPending={isPending}
      onSubmit={submit}
      onClose={close}
    >
      <ComboboxField
        label={text.target}
        hint={text.targetHint}
        placeholder={defaultBranch}
        value={values.target}
        {...suggestions}
        error={errors.of('branch')}
        onChange={(target) => change({ target })}
      />
      <TextField
        label={text.commit}
        hint={text.commitHint}
        autoComplete="off"
        spellCheck={false}
        value={values.commit}
        error={errors.of('commit')}
        onChange={(event) => change({ commit: event.target.value })}
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
function useNewBuild({ repo, isOpen, onClose }: NewBuildDialogProps) {
  const navigate = useNavigate();
  const [values, setValues] = useState(emptyForm);
  const branch = useDebounced(values.target.trim());
  const commit = useDebounced(values.commit.trim());
  const client = useQueryClient();
  const newest = client.getQueryData(buildListQuery(repo).queryKey)?.pages[0]?.[0];
  const { data: parameters = [] } = useQuery({
    ...parametersQuery(repo, { event: 'custom', branch, commit }),
    enabled: isOpen && (servedConfig?.extras === true || hasExtras(newest)),
  });
  const create = useCreateBuild(repo);
  const close = () => {
    // A later response must not change the dialog.
    create.reset();
    setValues(emptyForm);
    onClose();
  };
  const errors = fieldErrors(create);
  const change = (changes: Partial<typeof values>) => {
    errors.clear();
    setValues({ ...values, ...changes });
  };
  const submit = () =>
    create.mutate(
      { ...values, declared: declaredQuery(parameters, values.declared) },
      {
        onSuccess: (build) => {
          close();
          if (build) navigate(paths.build(`${repo.namespace}/${repo.name}`, build.number));
        },
      },
    );
  return { values, change, parameters, errors, isPending: create.isPending, close, submit };
}
