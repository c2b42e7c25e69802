import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { findDockerHost } from '@millrace/test-support/docker-host';

/** Available Docker engine. */
export type Docker = Exclude<Awaited<ReturnType<typeof findDockerHost>>, string>;

/** Leftovers on the runner's host, by stage: a description of each. */
export type Belongings = Map<number, string[]>;

/**
 * Lists workspaces, processes, containers, networks and volumes of the stages of the runner in `workDir`.
 */
export async function findBelongings(
  workDir: string,
  docker: Docker | undefined,
): Promise<Belongings> {
  const found = [
    ...(await findWorkspaces(workDir)),
    ...(await findProcesses(workDir)),
    ...(docker ? await findInDocker(workDir, docker) : []),
  ];
  const belongings: Belongings = new Map();
  for (const { stageId, thing } of found) {
    belongings.set(stageId, [...(belongings.get(stageId) ?? []), thing]);
  }
  return belongings;
}

interface Belonging {
  stageId: number;
  thing: string;
}

async function findWorkspaces(workDir: string): Promise<Belonging[]> {
  const names = await readdir(workDir).catch(() => []);
  return names.flatMap((name) => {
    const stageId = Number(/^stage-(\d+)-/.exec(name)?.[1]);
    return stageId ? [{ stageId, thing: `workspace ${name}` }] : [];
  });
}

/** Every process of a step has the path of its workspace in its environment. */
async function findProcesses(workDir: string): Promise<Belonging[]> {
  const marker = `MILLRACE_WORKSPACE=${workDir}/stage-`;
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async (pid) => {
      const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
      const mark = environment.split('\0').find((entry) => entry.startsWith(marker));
      const stageId = Number.parseInt(mark?.slice(marker.length) ?? '', 10);
      return stageId ? [{ stageId, thing: `process ${pid}` }] : [];
    }),
  );
  return found.flat();
}

async function findInDocker(workDir: string, docker: Docker): Promise<Belonging[]> {
  const owner = await readFile(join(workDir, 'docker-owner'), 'utf8').catch(() => undefined);
  if (!owner) return [];
  const filters = { label: [`io.millrace.runner=${owner}`] };
  const containers = await docker.listContainers({ all: true, filters });
  const networks = await docker.listNetworks({ filters });
  const { Volumes: volumes } = await docker.listVolumes({ filters });
  return [
    ...containers.map(({ Id, Labels }) => ({ name: `container ${Id}`, labels: Labels })),
    ...networks.map(({ Name, Labels }) => ({ name: `network ${Name}`, labels: Labels ?? {} })),
    ...(volumes ?? []).map(({ Name, Labels }) => ({ name: `volume ${Name}`, labels: Labels })),
  ].map(({ name, labels }) => ({ stageId: Number(labels['io.millrace.stage']), thing: name }));
}

/** Removes leftovers of an aborted test from Docker. */
export async function removeFromDocker(workDir: string, docker: Docker): Promise<void> {
  const things = [...(await findBelongings(workDir, docker)).values()].flat();
  const remove = async (kind: string, removal: (name: string) => Promise<unknown>) => {
    const named = things.filter((thing) => thing.startsWith(`${kind} `));
    for (const thing of named) await removal(thing.slice(kind.length + 1));
  };
  await remove('container', (id) => docker.getContainer(id).remove({ force: true }));
  await remove('network', (name) => docker.getNetwork(name).remove());
  await remove('volume', (name) => docker.getVolume(name).remove({ force: true }));
}
