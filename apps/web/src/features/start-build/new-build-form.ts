import { noParameters, type ParameterForm, parameterQuery } from './parameter-form.ts';

export interface NewBuildForm {
  target: string;
  commit: string;
  parameters: ParameterForm;
  /** Values of the declared parameters. */
  declared: Record<string, string>;
}

export const emptyForm: NewBuildForm = {
  target: '',
  commit: '',
  parameters: noParameters,
  declared: {},
};

/** Returns the query of the request: the parameters, and branch and commit if they are not empty. */
export function newBuildQuery({ target, commit, parameters, declared }: NewBuildForm) {
  const query: Record<string, string> = { ...parameterQuery(parameters), ...declared };
  if (target.trim()) query.branch = target.trim();
  if (commit.trim()) query.commit = commit.trim();
  return query;
}
