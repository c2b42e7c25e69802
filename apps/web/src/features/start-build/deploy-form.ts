import { noParameters, type ParameterForm, parameterQuery } from './parameter-form.ts';

export interface DeployForm {
  action: 'promote' | 'rollback';
  target: string;
  parameters: ParameterForm;
  /** Of the fields that the pipeline file asks for. */
  declared: Record<string, string>;
}

export const emptyDeployment: DeployForm = {
  action: 'promote',
  target: '',
  parameters: noParameters,
  declared: {},
};

/** The call's query: the environment, and one entry a parameter. */
export function deployQuery({ target, parameters, declared }: DeployForm): Record<string, string> {
  return {
    ...parameterQuery(parameters),
    ...declared,
    target: target.trim() || 'production',
  };
}
