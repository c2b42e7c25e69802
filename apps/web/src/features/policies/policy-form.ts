import type { NewPolicy, Policy } from '@millrace/contract/api';

export const policyKinds = ['images', 'require_image', 'deploy'] as const;
type PolicyKind = (typeof policyKinds)[number];

/** Values of the fields. Lists have an entry in each line. */
export interface PolicyForm {
  name: string;
  kind: PolicyKind;
  patterns: string;
  required: string;
  targets: string;
  people: string;
  namespaces: string;
  exceptions: string;
  enabled: boolean;
}

export function formOf(policy: Policy | undefined): PolicyForm {
  const lines = (list: readonly string[] = []) => list.join('\n');
  return {
    name: policy?.name ?? '',
    kind: policyKinds.find((kind) => policy?.[kind] !== undefined) ?? 'images',
    patterns: lines(policy?.images),
    required: policy?.require_image ?? '',
    targets: lines(policy?.deploy?.targets),
    people: lines(policy?.deploy?.people),
    namespaces: lines(policy?.namespaces),
    exceptions: lines(
      policy?.exceptions.map(({ repo, owner, until, reason }) =>
        [repo, owner, until, reason].join(' ').trim(),
      ),
    ),
    enabled: policy?.enabled ?? false,
  };
}

/** @param events of the policy, which the form does not show */
export function bodyOf(form: PolicyForm, events: NewPolicy['events'] = []): NewPolicy {
  const { kind, required, enabled } = form;
  return {
    enabled,
    namespaces: linesOf(form.namespaces),
    events,
    ...(kind === 'images' && { images: linesOf(form.patterns) }),
    ...(kind === 'require_image' && { require_image: required.trim() }),
    ...(kind === 'deploy' && {
      deploy: { targets: linesOf(form.targets), people: linesOf(form.people) },
    }),
    exceptions: linesOf(form.exceptions).map((line) => {
      const [repo = '', owner = '', until = '', ...reason] = line.split(/\s+/);
      return { repo, owner, until, reason: reason.join(' ') };
    }),
  };
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}
