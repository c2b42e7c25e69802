import { noParameters, type ParameterForm, parameterQuery } from './parameter-form.ts';

export interface DeployForm {
  action: 'promote' | 'rollback';
  target: string;
  parameters: ParameterForm;
  /** Values of the declared parameters. */
  declared: Record<string, string>;
}

export const emptyDeployment: DeployForm = {
  action: 'promote',
  target: '',
  parameters: noParameters,
  declared: {},
};

/** Returns the query of the request: the environment and the parameters. */
export function deployQuery({ target, parameters, declared }: DeployForm): Record<string, string> {
  return {
    ...parameterQuery(parameters),
    ...declared,
    target: target.trim() || 'production',
  };
}
