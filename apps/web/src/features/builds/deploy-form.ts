import type { Parameter } from './new-build-form.ts';

export interface DeployForm {
  action: 'promote' | 'rollback';
  target: string;
  parameters: Parameter[];
}

export const emptyDeployment: DeployForm = { action: 'promote', target: '', parameters: [] };

/** The call's query: the environment, and one entry a parameter. */
export function deployQuery({ target, parameters }: DeployForm): Record<string, string> {
  const query: Record<string, string> = {};
  for (const { key, value } of parameters) query[key] = value;
  return { ...query, target: target.trim() || 'production' };
}
