import type { Parameter } from './new-build-form.ts';

export interface DeployForm {
  action: 'promote' | 'rollback';
  target: string;
  parameters: Parameter[];
  /** Of the fields that the pipeline file asks for. */
  declared: Record<string, string>;
}

export const emptyDeployment: DeployForm = {
  action: 'promote',
  target: '',
  parameters: [],
  declared: {},
};

/** The call's query: the environment, and one entry a parameter. */
export function deployQuery({ target, parameters, declared }: DeployForm): Record<string, string> {
  const query: Record<string, string> = {};
  for (const { key, value } of parameters) query[key] = value;
  return { ...query, ...declared, target: target.trim() || 'production' };
}
