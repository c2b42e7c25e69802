import { StartError } from '@millrace/node-kit/start-error';
import { parseByteSize, type ResourceAmounts, type Toleration } from '@millrace/pipeline';
import { type SecurityLevel, securityLevels } from '../engines/kubernetes/pod-security.ts';
import {
  type PodChoice,
  type PodSettings,
  podChoices,
} from '../engines/kubernetes/pod-settings.ts';
import type { ReadVariable } from './read-variable.ts';

const prefix = 'MILLRACE_KUBERNETES_';
const effects = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];
const objectName = /^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/;

/** Throws {@link StartError} that names the invalid variable. */
export function readPodSettings(read: ReadVariable): PodSettings {
  const serviceAccount = read(`${prefix}SERVICE_ACCOUNT`, '').trim();
  if (serviceAccount !== '') requireName('SERVICE_ACCOUNT', serviceAccount);
  const serviceAccounts = readNames(read, 'SERVICE_ACCOUNTS');
  return {
    security: readSecurity(read),
    hostUsers: readHostUsers(read),
    allow: readList(read, 'ALLOW').map(toChoice),
    serviceAccounts,
    mounts: {
      claim: readNames(read, 'CLAIMS'),
      config_map: readNames(read, 'CONFIG_MAPS'),
      secret: readNames(read, 'SECRETS'),
    },
    requests: readAmounts(read, 'REQUESTS'),
    maxRequests: readAmounts(read, 'MAX_REQUESTS'),
    limits: readAmounts(read, 'LIMITS'),
    nodeSelector: readMap(read, 'NODE_SELECTOR'),
    tolerations: readList(read, 'TOLERATIONS').map(toToleration),
    serviceAccount,
    labels: readMap(read, 'LABELS'),
    annotations: readMap(read, 'ANNOTATIONS'),
  };
}

function readSecurity(read: ReadVariable): SecurityLevel {
  const text = read(`${prefix}SECURITY`, 'baseline').trim();
  const level = securityLevels.find((candidate) => candidate === text);
  if (level) return level;
  throw new StartError(`${prefix}SECURITY must be ${securityLevels.join(', ')}, not "${text}".`);
}

function readHostUsers(read: ReadVariable): boolean {
  const text = read(`${prefix}HOST_USERS`, 'true').trim();
  if (text === 'true' || text === 'false') return text === 'true';
  throw new StartError(`${prefix}HOST_USERS must be true or false, not "${text}".`);
}

function toChoice(text: string): PodChoice {
  const choice = podChoices.find((candidate) => candidate === text);
  if (choice) return choice;
  throw new StartError(`${prefix}ALLOW must be some of ${podChoices.join(', ')}, not "${text}".`);
}

function readNames(read: ReadVariable, setting: string): string[] {
  const names = readList(read, setting);
  for (const name of names) requireName(setting, name);
  return names;
}

function requireName(setting: string, name: string): void {
  if (objectName.test(name)) return;
  throw new StartError(
    `${prefix}${setting} must be names as Kubernetes allows them; "${name}" is none.`,
  );
}

function readAmounts(read: ReadVariable, name: string): ResourceAmounts {
  const { cpu = '0', memory = '0', ...others } = readMap(read, name);
  const amounts = { cpu: toThousandths(cpu), memory: parseByteSize(memory) };
  if (Object.keys(others).length === 0 && amounts.cpu !== undefined && amounts.memory !== undefined)
    return { cpu: amounts.cpu, memory: amounts.memory };
  throw new StartError(`${prefix}${name} must be written cpu=500m,memory=1Gi.`);
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
      `${prefix}TOLERATIONS must be written key=value:NoSchedule; "${text}" is not.`,
    );
  }
  return { key, value, effect, operator: value === '' ? 'Exists' : 'Equal', seconds: undefined };
}

function readMap(read: ReadVariable, name: string): Record<string, string> {
  const pairs = readList(read, name).map((pair) => {
    const at = pair.indexOf('=');
    if (at > 0) return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
    throw new StartError(`${prefix}${name} must be written name=value,name=value.`);
  });
  return Object.fromEntries(pairs);
}

function readList(read: ReadVariable, name: string): string[] {
  const parts = read(`${prefix}${name}`, '').split(',');
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}
