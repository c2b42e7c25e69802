import { readRef } from '@millrace/pipeline/git-ref';
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
  const named = namedBy(target, commit);
  if (named.branch) query.branch = named.branch;
  if (named.commit) query.commit = named.commit;
  return query;
}

/** Returns what the calls name: a tag takes the place of the branch. */
export function namedBy(target: string, commit: string): { branch: string; commit: string } {
  const named = commit.trim();
  const isTag = readRef(named).kind === 'tag';
  return isTag ? { branch: named, commit: '' } : { branch: target.trim(), commit: named };
}
