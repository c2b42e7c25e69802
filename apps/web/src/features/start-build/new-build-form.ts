import { noParameters, type ParameterForm, parameterQuery } from './parameter-form.ts';

export interface NewBuildForm {
  target: string;
  commit: string;
  parameters: ParameterForm;
  /** Of the fields that the pipeline file asks for. */
  declared: Record<string, string>;
}

export const emptyForm: NewBuildForm = {
  target: '',
  commit: '',
  parameters: noParameters,
  declared: {},
};

/** The call's query: one entry a parameter, branch and commit only if given. */
export function newBuildQuery({ target, commit, parameters, declared }: NewBuildForm) {
  const query: Record<string, string> = { ...parameterQuery(parameters), ...declared };
  if (target.trim()) query.branch = target.trim();
  if (commit.trim()) query.commit = commit.trim();
  return query;
}
