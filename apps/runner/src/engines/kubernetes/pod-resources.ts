import type { ResourceAmounts, Resources } from '@millrace/pipeline';
import type { ContainerLimits } from '../docker/container-limits.ts';
import type { PodSettings } from './pod-settings.ts';

const kinds = ['cpu', 'memory'] as const;
type Kind = (typeof kinds)[number];
const mebibyte = 1024 * 1024;
const maxSettings: Record<Kind, string> = {
  cpu: 'MILLRACE_CONTAINER_CPUS',
  memory: 'MILLRACE_CONTAINER_MEMORY_MB',
};

/** A step of which a container needs CPU and memory. */
interface Consumer {
  number: number;
  container: { detach: boolean; memoryLimit: number; resources?: Resources };
}

export interface PodResources {
  /** Kubernetes' `resources` of each container, by the number of its step. */
  ofSteps: ReadonlyMap<number, object>;
  /** Lines for the log about choices of the file that have no effect, or only a part of it. */
  notes: string[];
}

/**
 * Returns the resources of the containers. A cluster adds up the requests of all containers, but most steps run one
 * after the other. So the requests are those of the whole Pod, split equally among its containers.
 */
export function podResources(
  steps: readonly Consumer[],
  chosen: ResourceAmounts,
  { requests, maxRequests, limits, allow }: PodSettings,
  max: Pick<ContainerLimits, 'memoryMb' | 'cpus'>,
): PodResources {
  const isAllowed = allow.includes('resources');
  const asked = askedRequests(steps, chosen);
  const maxLimits = { cpu: max.cpus * 1000, memory: max.memoryMb * mebibyte };
  const notes: string[] = [];
  if (!isAllowed && steps.some(hasChoice({ requests: chosen, limits: none }))) {
    notes.push(
      'This runner ignores "resources" of pipeline files; MILLRACE_KUBERNETES_ALLOW can allow it',
    );
  }
  const total = (kind: Kind) => {
    const wanted = (isAllowed && asked[kind]) || requests[kind];
    const reduced = lower(wanted, Math.max(maxRequests[kind], requests[kind]));
    if (maxRequests[kind] === 0 || reduced === wanted) return wanted;
    notes.push(
      `The Pod requests ${show(kind, reduced)} of ${kind} instead of ${show(kind, wanted)}: MILLRACE_KUBERNETES_MAX_REQUESTS`,
    );
    return reduced;
  };
  const totals = { cpu: total('cpu'), memory: total('memory') };
  const wantedLimit = ({ container }: Consumer, kind: Kind) => {
    const own = (isAllowed && container.resources?.limits[kind]) || 0;
    return lower(own, kind === 'memory' ? container.memoryLimit : 0);
  };
  const limitOf = (step: Consumer, kind: Kind) =>
    lower(wantedLimit(step, kind) || limits[kind], maxLimits[kind]);
  for (const kind of kinds) {
    const wanted = Math.max(0, ...steps.map((step) => wantedLimit(step, kind)));
    const reduced = lower(wanted, maxLimits[kind]);
    if (wanted === 0 || reduced === wanted) continue;
    notes.push(
      `A step gets at most ${show(kind, reduced)} of ${kind} instead of ${show(kind, wanted)}: ${maxSettings[kind]}`,
    );
  }
  const ofSteps = steps.map((step): [number, object] => {
    const limited = amounts((kind) => limitOf(step, kind));
    const requested = amounts((kind) =>
      lower(Math.ceil(totals[kind] / steps.length), totals[kind] && limitOf(step, kind)),
    );
    return [step.number, { ...named('limits', limited), ...named('requests', requested) }];
  });
  return { ofSteps: new Map(ofSteps), notes };
}

const none: ResourceAmounts = { cpu: 0, memory: 0 };

/** Existing files have the requests of the Pod, or those of its steps, of which services run at the same time. */
function askedRequests(steps: readonly Consumer[], chosen: ResourceAmounts): ResourceAmounts {
  const ask = (kind: Kind) => {
    const of = (isService: boolean) =>
      steps
        .filter(({ container }) => container.detach === isService)
        .map(({ container }) => container.resources?.requests[kind] ?? 0);
    const services = of(true).reduce((sum, amount) => sum + amount, 0);
    return chosen[kind] || services + Math.max(0, ...of(false));
  };
  return { cpu: ask('cpu'), memory: ask('memory') };
}

function hasChoice(ofPod: Resources) {
  return ({ container: { resources = ofPod } }: Consumer) =>
    [ofPod, resources].some(({ requests, limits }) =>
      [requests, limits].some(({ cpu, memory }) => cpu + memory > 0),
    );
}

/** Returns the lower amount; 0 means that there is none. */
function lower(amount: number, max: number): number {
  return amount > 0 && max > 0 ? Math.min(amount, max) : amount || max;
}

function amounts(read: (kind: Kind) => number): Record<string, string> {
  const entries = kinds.map((kind): [Kind, number] => [kind, read(kind)]);
  return Object.fromEntries(
    entries
      .filter(([, amount]) => amount > 0)
      .map(([kind, amount]) => [kind, quantity(kind, amount)]),
  );
}

function quantity(kind: Kind, amount: number): string {
  return kind === 'cpu' ? `${amount}m` : String(amount);
}

function show(kind: Kind, amount: number): string {
  return kind === 'cpu' ? `${amount}m` : `${Math.round(amount / mebibyte)} MiB`;
}

function named(name: string, values: Record<string, string>): object {
  return Object.keys(values).length === 0 ? {} : { [name]: values };
}
