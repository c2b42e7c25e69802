// Removes everything that a run left on this machine. All of it refers to a folder of the run.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync, rmdirSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const pollMs = 50;
const maxKillMs = 20_000;
const requestMs = 20_000;
const memory = '/dev/shm/';

/**
 * Kills the processes of a run, removes its containers from an engine that it did not start, and deletes its
 * mounts, shared memory and folders. Can be repeated, and can run twice at the same time.
 */
export async function cleanUp({ folders, dockerSocket }) {
  const { pids, paths, containers } = await killProcesses(folders);
  if (dockerSocket) await removeFromDocker(dockerSocket, folders);
  unmountBelow(folders);
  removeSharedMemory(pids);
  removeSecrets();
  for (const path of paths) removeUnused(path);
  for (const id of containers) removeControlGroups(id);
  for (const folder of folders)
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}

/**
 * Kills processes, and those that they start in the meantime, until none is left. Returns their ids, and the
 * files in memory that they used.
 */
async function killProcesses(folders) {
  const killed = { pids: new Set(), paths: new Set(), containers: listContainers(folders) };
  for (const until = Date.now() + maxKillMs; Date.now() < until; await wait(pollMs)) {
    const found = findProcesses(folders, killed.containers);
    if (found.length === 0) break;
    for (const { pid } of found) {
      killed.pids.add(pid);
      for (const path of listMapped(pid)) killed.paths.add(path);
    }
    for (const { pid } of found) kill(pid);
  }
  return killed;
}

/**
 * Lists the processes with a folder of the run in their environment or command line, or in a container of its
 * engine, with all of their descendants. Postgres and Chromium overwrite their environment; they have the
 * folder in their command line, or a parent that has.
 */
function findProcesses(folders, containers) {
  const all = listProcesses();
  const own = new Set([process.pid, process.ppid]);
  const refers = (text) => folders.some((folder) => text.includes(folder));
  const isInContainer = (pid) => {
    const groups = containers.length > 0 ? read(`/proc/${pid}/cgroup`) : '';
    return containers.some((id) => groups.includes(id));
  };
  const found = new Set(
    all.filter(
      ({ pid, environment, command }) =>
        !own.has(pid) && (refers(environment) || refers(command) || isInContainer(pid)),
    ),
  );
  const pids = new Set([...found].map(({ pid }) => pid));
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const candidate of all) {
      if (!pids.has(candidate.parent) || own.has(candidate.pid)) continue;
      found.add(candidate);
      pids.add(candidate.pid);
    }
  }
  return [...found];
}

/** Lists processes that have not ended. Empty on systems without `/proc`. */
function listProcesses() {
  if (!existsSync('/proc/self/stat')) return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => {
      const { state, parent } = readStat(name);
      const environment = read(`/proc/${name}/environ`);
      return {
        pid: Number(name),
        state,
        parent,
        environment,
        command: read(`/proc/${name}/cmdline`),
      };
    })
    .filter(({ state }) => state !== undefined && state !== 'Z');
}

/** Returns state, parent and start time of a process. The start time tells apart processes with the same id. */
export function readStat(pid) {
  const stat = read(`/proc/${pid}/stat`);
  // The name of the program, in parentheses, may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { state: fields[0] || undefined, parent: Number(fields[1]), startTime: fields[19] };
}

/** Returns the namespace in which ids of processes are valid: containers may share a folder for files. */
export function readNamespace() {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return undefined;
  }
}

/** Lists the files in memory that a process uses, such as those of Postgres. */
function listMapped(pid) {
  return read(`/proc/${pid}/maps`)
    .split('\n')
    .map((line) => line.slice(line.indexOf('/')))
    .filter((path) => path.startsWith(memory) && !path.endsWith(' (deleted)'));
}

/**
 * A server that is killed while it starts leaves the file of its secrets. The name of the folder contains the namespace
 * and the id of the process.
 */
function removeSecrets() {
  const own = readNamespace()?.replace(/\D/g, '');
  for (const name of list(memory)) {
    const [, namespace, pid] = /^millrace-start-(\d+)-(\d+)-/.exec(name) ?? [];
    if (pid && namespace === own && !existsSync(`/proc/${pid}`))
      rmSync(join(memory, name), { recursive: true, force: true });
  }
}

function removeUnused(path) {
  const isUsed = listProcesses().some(({ pid }) => listMapped(pid).includes(path));
  if (!isUsed) rmSync(path, { recursive: true, force: true });
}

/** Removes the System V shared memory of killed processes, which Postgres uses as a lock. */
function removeSharedMemory(pids) {
  const [head = '', ...rows] = read('/proc/sysvipc/shm').trim().split('\n');
  const names = head.trim().split(/\s+/);
  for (const row of rows) {
    const cells = row.trim().split(/\s+/);
    const cellOf = (name) => Number(cells[names.indexOf(name)]);
    if (cellOf('nattch') === 0 && pids.has(cellOf('cpid')))
      spawnSync('ipcrm', ['-m', String(cellOf('shmid'))]);
  }
}

/** Unmounts everything below the folders, the innermost first. */
function unmountBelow(folders) {
  const mounted = read('/proc/self/mounts')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '')
    .filter((path) => folders.some((folder) => path.startsWith(`${folder}/`)));
  for (const path of mounted.reverse()) spawnSync('umount', ['-l', path]);
}

/** Lists the containers of an engine that has its data in one of the folders. */
function listContainers(folders) {
  return folders.flatMap((folder) => list(join(folder, 'docker', 'data', 'containers')));
}

/** A killed engine leaves the control groups of its containers. */
function removeControlGroups(container) {
  for (const parent of [
    '/sys/fs/cgroup',
    ...list('/sys/fs/cgroup').map((name) => `/sys/fs/cgroup/${name}`),
  ])
    for (const group of [`docker/${container}`, `system.slice/docker-${container}.scope`])
      try {
        rmdirSync(join(parent, group));
      } catch {
        // It does not exist, or is in use by another engine.
      }
}

/**
 * Removes containers, networks and volumes of runners from an engine that outlives the run. They have the
 * name of their runner as a label, which the runner stores in its folder.
 */
async function removeFromDocker(socketPath, folders) {
  const owners = folders.flatMap((folder) => findOwners(folder));
  for (const owner of owners) {
    const filters = encodeURIComponent(JSON.stringify({ label: [`io.millrace.runner=${owner}`] }));
    const ask = (path) => callDocker(socketPath, 'GET', path);
    for (const { Id } of (await ask(`/containers/json?all=1&filters=${filters}`)) ?? [])
      await callDocker(socketPath, 'DELETE', `/containers/${Id}?force=1&v=1`);
    for (const { Id } of (await ask(`/networks?filters=${filters}`)) ?? [])
      await callDocker(socketPath, 'DELETE', `/networks/${Id}`);
    for (const { Name } of (await ask(`/volumes?filters=${filters}`))?.Volumes ?? [])
      await callDocker(socketPath, 'DELETE', `/volumes/${Name}?force=1`);
  }
}

function findOwners(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true })
    .filter((path) => basename(path) === 'docker-owner')
    .map((path) => read(join(folder, path)).trim())
    .filter((owner) => owner !== '');
}

/** Resolves with the answer; with undefined if the engine does not respond. */
function callDocker(socketPath, method, path) {
  return new Promise((resolve) => {
    const call = request({ socketPath, path, method, timeout: requestMs }, async (response) => {
      let body = '';
      for await (const part of response.setEncoding('utf8')) body += part;
      try {
        resolve(JSON.parse(body));
      } catch {
        resolve(undefined);
      }
    });
    call.once('timeout', () => call.destroy());
    call.once('error', () => resolve(undefined));
    call.end();
  });
}

function kill(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has exited by itself.
  }
}

function list(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Returns an empty text if the file cannot be read, for example because a process has exited. */
function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
