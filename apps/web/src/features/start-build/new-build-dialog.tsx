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
import { CommitField } from './commit-field.tsx';
import { DeclaredFields } from './declared-fields.tsx';
import { declaredQuery } from './declared-form.ts';
import { newBuildMessages } from './messages.ts';
import { emptyForm, namedBy } from './new-build-form.ts';
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
  const isExtended = useExtras(repo);
  const form = useNewBuild(props, isExtended);
  const { values, change, parameters, errors, isPending, close, submit } = form;
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
      {isExtended ? (
        <CommitField
          repo={repo}
          branch={values.target.trim()}
          value={values.commit}
          error={errors.of('commit')}
          onChange={(commit) => change({ commit })}
        />
      ) : (
        <TextField
          label={text.commit}
          hint={text.commitHint}
          autoComplete="off"
          spellCheck={false}
          value={values.commit}
          error={errors.of('commit')}
          onChange={(event) => change({ commit: event.target.value })}
        />
      )}
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

/** Returns whether the server supports the API extensions of Millrace, also if another host serves the page. */
function useExtras(repo: RepoName): boolean {
  const newest = useQueryClient().getQueryData(buildListQuery(repo).queryKey)?.pages[0]?.[0];
  return servedConfig?.extras === true || hasExtras(newest);
}

/** State of the form: its values, the parameters that the pipeline file declares for them, and the request. */
function useNewBuild({ repo, isOpen, onClose }: NewBuildDialogProps, isExtended: boolean) {
  const navigate = useNavigate();
  const [values, setValues] = useState(emptyForm);
  const target = useDebounced(values.target);
  const commit = useDebounced(values.commit);
  const { data: parameters = [] } = useQuery({
    ...parametersQuery(repo, { event: 'custom', ...namedBy(target, commit) }),
    enabled: isOpen && isExtended,
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
