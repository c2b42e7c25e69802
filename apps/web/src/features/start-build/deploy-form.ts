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

/** Returns the environment, which is `production` unless another one was typed. */
export function targetOf({ target }: Pick<DeployForm, 'target'>): string {
  return target.trim() || 'production';
}

/** Returns the query of the request: the environment and the parameters. */
export function deployQuery({ target, parameters, declared }: DeployForm): Record<string, string> {
  return {
    ...parameterQuery(parameters),
    ...declared,
    target: targetOf({ target }),
  };
}
