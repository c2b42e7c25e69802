import type { ListRow } from '@millrace/node-kit/settings/define-settings';
import {
  type Environment,
  readSetting,
  readSettings,
} from '@millrace/node-kit/settings/read-settings';
import { StartError } from '@millrace/node-kit/start-error';
import { parseByteSize, type ResourceAmounts, type Toleration } from '@millrace/pipeline';
import {
  type PodChoice,
  type PodSettings,
  podChoices,
} from '../engines/kubernetes/pod-settings.ts';
import { podSettings as rows } from './settings/kubernetes-settings.ts';

const effects = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];
const objectName = /^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/;

/** Throws {@link StartError} that names the invalid variable. */
export function readPodSettings(env: Environment): PodSettings {
  const { security, hostUsers, allow, serviceAccount, tolerations } = readSettings(env, rows);
  if (serviceAccount !== '') requireName(rows.serviceAccount.name, serviceAccount);
  return {
    security,
    hostUsers: hostUsers === 'true',
    allow: allow.map(toChoice),
    serviceAccounts: readNames(env, rows.serviceAccounts),
    mounts: {
      claim: readNames(env, rows.claims),
      config_map: readNames(env, rows.configMaps),
      secret: readNames(env, rows.secrets),
    },
    requests: readAmounts(env, rows.requests),
    maxRequests: readAmounts(env, rows.maxRequests),
    limits: readAmounts(env, rows.limits),
    nodeSelector: readMap(env, rows.nodeSelector),
    tolerations: tolerations.map(toToleration),
    serviceAccount,
    labels: readMap(env, rows.labels),
    annotations: readMap(env, rows.annotations),
  };
}

function toChoice(text: string): PodChoice {
  const choice = podChoices.find((candidate) => candidate === text);
  if (choice) return choice;
  throw new StartError(
    `${rows.allow.name} must be some of ${podChoices.join(', ')}, not "${text}".`,
  );
}

function readNames(env: Environment, row: ListRow): string[] {
  const names = readSetting(env, row);
  for (const name of names) requireName(row.name, name);
  return names;
}

function requireName(variable: string, name: string): void {
  if (objectName.test(name)) return;
  throw new StartError(`${variable} must be names as Kubernetes allows them; "${name}" is none.`);
}

function readAmounts(env: Environment, row: ListRow): ResourceAmounts {
  const { cpu = '0', memory = '0', ...others } = readMap(env, row);
  const amounts = { cpu: toThousandths(cpu), memory: parseByteSize(memory) };
  if (Object.keys(others).length === 0 && amounts.cpu !== undefined && amounts.memory !== undefined)
    return { cpu: amounts.cpu, memory: amounts.memory };
  throw new StartError(`${row.name} must be written cpu=500m,memory=1Gi.`);
}

/** Parses cores as Kubernetes writes them: `500m`, `0.5` or `2`. */
function toThousandths(text: string): number | undefined {
  const [, amount, unit] = /^(\d+(?:\.\d+)?)(m?)$/.exec(text) ?? [];
  return amount === undefined ? undefined : Math.round(Number(amount) * (unit ? 1 : 1000));
}

/** Parses a taint as `kubectl taint` writes it: `key=value:NoSchedule`, or without a value or an effect. */
function toToleration(text: string): Toleration {
  const [, key = '', value = '', effect = ''] =
    /^([^=:]+)(?:=([^:]*))?(?::(\w+))?$/.exec(text) ?? [];
  if (key === '' || (effect !== '' && !effects.includes(effect))) {
    throw new StartError(
      `${rows.tolerations.name} must be written key=value:NoSchedule; "${text}" is not.`,
    );
  }
  return { key, value, effect, operator: value === '' ? 'Exists' : 'Equal', seconds: undefined };
}

function readMap(env: Environment, row: ListRow): Record<string, string> {
  const pairs = readSetting(env, row).map((pair) => {
    const at = pair.indexOf('=');
    if (at > 0) return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
    throw new StartError(`${row.name} must be written name=value,name=value.`);
  });
  return Object.fromEntries(pairs);
}
