import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { fileNameOf } from '@millrace/node-kit/file-names';
import { tarFile, writeTar } from '@millrace/node-kit/tar/write-tar';
import { parsePipelineFile } from '@millrace/pipeline';
import { findDockerHost, testImage } from '@millrace/test-support/docker-host';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { temporaryDirectory } from '../../testing/temporary-directory.ts';
import {
  type FoundFile,
  IncompleteUnpack,
  type OutputSink,
  type StepEvents,
  type StepSpec,
  type WorkspaceFiles,
  type WorkspaceSetup,
} from '../engine.ts';
import { FileSearch } from '../file-search.ts';
import { type ContainerSettings, defaultContainerSettings } from './container-settings.ts';
import { createDockerEngine } from './docker-engine.ts';
import { labelFilter, ownerLabels, readOwner } from './labels.ts';

const docker = await findDockerHost();
const never = new AbortController().signal;

async function* failing(archive: Buffer | undefined) {
  yield archive?.subarray(0, 700) ?? '';
  throw new Error('It is damaged');
}

function textOf(found: FoundFile): string | number {
  if ('file' in found) return found.file.size;
  return 'problem' in found ? found.problem : `-> ${found.linkTarget}`;
}

async function unpack(files: WorkspaceFiles, archive: Buffer | undefined, paths: string[]) {
  await files.unpack(() => Readable.from([archive ?? '']), paths, never);
}

async function setUp(setup: Partial<WorkspaceSetup> = {}, settings?: ContainerSettings) {
  if (typeof docker === 'string') throw new Error(docker);
  const workDir = await temporaryDirectory();
  const engine = createDockerEngine({ workDir, killGraceMs: 1000, settings });
  const platform = await engine.open();
  const workspace = await engine.createWorkspace({
    stageId: 7,
    workspace: { base: '', path: '' },
    volumes: [],
    hosts: [],
    registries: [],
    ...setup,
  });
  onTestFinished(async () => {
    await workspace.killLeftovers();
    await workspace.remove();
    expect(await leftovers()).toEqual([]);
  });
  const filters = labelFilter(ownerLabels(await readOwner(workDir)));
  const leftovers = async () => [
    ...(await docker.listContainers({ all: true, filters })),
    ...(await docker.listNetworks({ filters })),
    ...((await docker.listVolumes({ filters })).Volumes ?? []),
  ];
  const abort = new AbortController();
  const outputs = new Map<string, string>();
  let changed = Promise.withResolvers<void>();
  const sinkOf = (name: string): OutputSink => {
    const decoder = new TextDecoder();
    return (chunk) => {
      outputs.set(name, (outputs.get(name) ?? '') + decoder.decode(chunk, { stream: true }));
      changed.resolve();
      changed = Promise.withResolvers();
    };
  };
  let count = 0;
  /** Runs the step that this YAML describes: a flow map without braces, `name` or `image` first. */
  const run = (text: string, options: Partial<StepSpec> & StepEvents = {}) => {
    const defaults = { name: 'step', image: testImage };
    const missing = Object.entries(defaults).filter(([key]) => !text.startsWith(`${key}: `));
    const fields = [...missing.map((entry) => entry.join(': ')), text];
    const volumes =
      '{ name: cache, temp: {} }, { name: fast, temp: {} }, { name: small, temp: {} }, { name: host, temp: {} }';
    const source = `kind: pipeline\nvolumes: [${volumes}]\nsteps: [{ ${fields.join(', ')} }]`;
    const { pipelines, problems } = parsePipelineFile(source);
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    const step = pipelines[0]?.steps[0];
    if (!step) throw new Error('no step');
    const { onStarted, onReady, onEnded, ...change } = options;
    const events = { onStarted, onReady, onEnded };
    const spec = { ...step, number: ++count, environment: {}, container: step, ...change };
    return workspace.runStep(spec, sinkOf(step.name), abort.signal, events);
  };
  const fetchSources = (commands: string[]) =>
    workspace.runStep(
      { number: ++count, name: 'clone', commands, environment: {} },
      sinkOf('clone'),
      abort.signal,
    );
  return {
    engine,
    platform,
    workspace,
    abort,
    run,
    fetchSources,
    leftovers,
    output: (name = 'step') => outputs.get(name) ?? '',
    untilOutput: async (text: string) => {
      while (![...outputs.values()].some((output) => output.includes(text))) await changed.promise;
    },
  };
}

if (typeof docker === 'string') {
  it.skip(`the docker engine (${docker})`);
} else {
  describe('docker engine', () => {
    it('reports the platform of its host', async () => {
      const { platform } = await setUp();
      expect(platform).toEqual({ os: 'linux', arch: expect.stringMatching(/^(amd64|arm64)$/) });
    });

    it('copies and reads names of any bytes', async () => {
      const { run, fetchSources, output } = await setUp();
      const name = `"$(printf 'caf\\351')"`;
      await fetchSources([
        `mkdir w; cd w; for name in ${name} -rf "$(printf 'a\\nb')" 'back\\slash' "it's" z; do echo x > "./$name"; done`,
        `ln -s ${name} zz-link; ln ./${name} same`,
      ]);
      const found: string[] = [];
      let archive: Buffer | undefined;
      const onEnded = async (files: WorkspaceFiles) => {
        for await (const each of files.find(new FileSearch(['w/']))) {
          found.push(`${each.path}: ${textOf(each)}`);
        }
        archive = await buffer(Readable.from((await files.pack('w', never)) ?? []));
      };
      const command = `ls w | wc -l; cat w/zz-link; cat w/${name}; mkdir w/${name}-2; echo y > w/${name}-2/y`;
      await run(`commands: [${JSON.stringify(command)}]`, { onEnded });
      expect(output()).toMatch(/\n8\nx\nx\n$/);
      const latin1 = fileNameOf(Buffer.from('caf\xe9', 'latin1'));
      expect(found.sort()).toEqual(
        [
          ...[latin1, '-rf', 'a\nb', 'back\\slash', "it's", 'same', 'z', `${latin1}-2/y`].map(
            (path) => `w/${path}: 2`,
          ),
          `w/zz-link: -> ${latin1}`,
        ].sort(),
      );
      const onReady = async (files: WorkspaceFiles) => unpack(files, archive, ['w']);
      await run(`name: second, commands: [${JSON.stringify(`cat w/${name}-2/y`)}]`, { onReady });
      expect(output('second')).toMatch(/y\n$/);
    });

    it('fails if a file of the sources cannot be read', async () => {
      const { run, fetchSources } = await setUp();
      await fetchSources([
        'for i in $(seq 20); do mkdir $(printf %250s | tr " " n) && cd n*; done; echo x > y',
      ]);
      await expect(run('commands: [ls]')).rejects.toThrow(/cannot be read \(ENAMETOOLONG\)/);
    });

    it('runs commands with their variables, and preserves the order of the output', async () => {
      const { run, output } = await setUp();
      const exit = await run(
        `commands: ['for i in 1 2; do echo out$i; echo err$i >&2; done', 'echo "$A"', pwd]`,
        {
          environment: { A: 'x  y\nz' },
        },
      );
      expect(exit).toEqual({ exitCode: 0, wasKilled: false });
      expect(
        output()
          .split('\n')
          .filter((line) => !line.startsWith('+')),
      ).toEqual(['out1', 'err1', 'out2', 'err2', 'x  y', 'z', '/drone/src', '']);
    });

    it('reports the exit code, and stops at the first failure', async () => {
      const { run, output } = await setUp();
      expect(await run('commands: [exit 3, echo later]')).toEqual({
        exitCode: 3,
        wasKilled: false,
      });
      expect(output()).not.toContain('later\n');
    });

    it('runs commands that are too long for one argument', async () => {
      const { run, output } = await setUp();
      const long = `echo "${'text '.repeat(60_000)}" | wc -c`;
      const exit = await run(`commands: []`, { commands: [long, 'exit 3', 'echo never'] });
      expect(exit).toMatchObject({ exitCode: 3, wasKilled: false });
      expect(output()).toMatch(/\n *300001\n\+ exit 3\n$/);
    });

    it('collects the files of a finished step, and follows no links', async () => {
      const { run, fetchSources } = await setUp();
      await fetchSources(['echo source > README']);
      const found: string[] = [];
      const onEnded = async (files: WorkspaceFiles) => {
        const patterns = ['dist/**', 'README', 'out/*', 'missing/**', 'dist/sub/../x'];
        for await (const each of files.find(new FileSearch(patterns))) {
          if ('file' in each) {
            for (const _ of [1, 2]) {
              const read = await text(Readable.from(each.file.read()));
              found.push(`${each.path}: ${read.length > 99 ? read.length : read.trim()}`);
            }
          } else found.push(`${each.path}: ${textOf(each)}`);
        }
      };
      await run(
        `commands: [mkdir -p dist/sub, echo a > dist/a, echo b > "dist/sub/b ö", ln -s /etc/passwd dist/link,
          ln dist/a dist/same, mkfifo dist/pipe, ln -s /etc out, head -c 3000000 /dev/zero > dist/big, exit 3]`,
        { onEnded },
      );
      expect(found.sort()).toEqual([
        'README: source',
        'README: source',
        'dist/a: a',
        'dist/a: a',
        'dist/big: 3000000',
        'dist/big: 3000000',
        'dist/link: -> /etc/passwd',
        'dist/pipe: it is not a regular file',
        'dist/same: a',
        'dist/same: a',
        'dist/sub/b ö: b',
        'dist/sub/b ö: b',
      ]);
    });

    it('packs files with their owner, and unpacks them before a step', async () => {
      const { run, fetchSources, output } = await setUp();
      await fetchSources(['echo source > README']);
      const archives: Buffer[] = [];
      const fill = 'mkdir -p deps/bin; echo x > deps/a; chmod 751 deps/a; chown 5:6 deps/a';
      const links = 'ln -s ../a deps/bin/a; ln -s /etc out';
      await run(`commands: ['${fill}', '${links}']`, {
        onEnded: async (files) => {
          for (const path of ['deps/bin', 'deps']) {
            archives.push(await buffer(Readable.from((await files.pack(path, never)) ?? [])));
          }
          expect(await files.pack('missing', never)).toBeUndefined();
          for (const path of ['out', 'out/passwd']) {
            await expect(files.pack(path, never)).rejects.toThrow('out is a link');
          }
          await expect(unpack(files, archives[1], ['out/deps'])).rejects.toThrow('out is a link');
        },
      });
      await run("commands: ['rm -r deps']");
      const [, archive] = archives;
      await run("name: show, commands: ['stat -c %a:%u:%g deps/a; cat deps/bin/a README']", {
        onReady: async (files) => {
          expect(await files.has('deps')).toBe(false);
          let reads = 0;
          const read = () => Readable.from(reads++ === 0 ? [archive] : failing(archive));
          const half = files.unpack(read, ['deps'], never);
          await expect(half).rejects.toThrow(IncompleteUnpack);
        },
      });
      await run("name: show, commands: ['rm -rf deps']");
      await run("name: show, commands: ['stat -c %a:%u:%g deps/a; cat deps/bin/a README']", {
        onReady: (files) => unpack(files, archive, ['deps']),
      });
      expect(output('show')).toContain('751:5:6\nx\nsource\n');
    });

    it('unpacks files over others, and not through links', async () => {
      const { run, fetchSources, output } = await setUp();
      await fetchSources(['mkdir d; echo old | tee d/a > d/kept; ln -s /etc out; ln -s d/kept l']);
      const unpackOver = async (files: WorkspaceFiles, ...paths: string[]) => {
        const entries = paths.map((name) => tarFile({ name }, Buffer.from('new\n')));
        const archive = await buffer(writeTar(entries));
        await files.unpackOver(() => Readable.from([archive]), paths, never);
      };
      await run("commands: ['cat d/a d/kept l new/b']", {
        onReady: async (files) => {
          await unpackOver(files, 'd/a', 'l', 'new/b');
          await expect(unpackOver(files, 'out/evil')).rejects.toThrow('out is a link');
          await expect(unpackOver(files, 'd')).rejects.toThrow(IncompleteUnpack);
          await expect(unpackOver(files, 'd/a/b')).rejects.toThrow(IncompleteUnpack);
        },
      });
      expect(output()).toContain('\nnew\nold\nnew\nnew\n');
    });

    it('gives access to the files without a command', async () => {
      const { workspace, fetchSources, leftovers } = await setUp();
      await fetchSources(['mkdir deps; echo x > deps/a']);
      const { pipelines } = parsePipelineFile(
        `kind: pipeline\nsteps: [{ name: a, image: '${testImage}' }]`,
      );
      const step = pipelines[0]?.steps[0];
      const found: boolean[] = [];
      const spec = { number: 9, name: 'a', commands: [], environment: {}, container: step };
      await workspace.useFiles(
        spec,
        () => {},
        never,
        async (files) => {
          found.push(await files.has('deps/a'), await files.has('deps/b'));
        },
      );
      expect(found).toEqual([true, false]);
      expect(await leftovers()).toHaveLength(2);
    });

    it('collects no files of a step that was killed', async () => {
      const { run, abort } = await setUp();
      const onEnded = vi.fn();
      const running = run("commands: ['sleep 60']", { onStarted: () => abort.abort(), onEnded });
      expect(await running).toMatchObject({ wasKilled: true });
      expect(onEnded).not.toHaveBeenCalled();
    });

    it('provides the sources, and shares them between the steps', async () => {
      const { run, fetchSources, output } = await setUp();
      await fetchSources([
        'echo hello > greeting',
        'mkdir bin',
        'ln -s ../greeting bin/link',
        'chmod 750 bin',
      ]);
      await run('commands: [cat bin/link, stat -c %u:%a bin, echo more >> greeting]');
      await run('commands: [cat greeting]');
      expect(output()).toContain('hello\n+ stat -c %u:%a bin\n0:750\n');
      expect(output()).toContain('+ cat greeting\nhello\nmore\n');
    });

    it.each([
      [{ base: '/go', path: 'src/app' }, '/go/src/app'],
      [{ base: '/work', path: '' }, '/work'],
      [{ base: '', path: '/opt/app' }, '/opt/app'],
      [{ base: '', path: 'sub' }, '/drone/src/sub'],
    ])('mounts the sources in the workspace of the pipeline: %j', async (workspace, expected) => {
      const { run, fetchSources, output } = await setUp({ workspace });
      await fetchSources(['echo hello > greeting']);
      await run('commands: [pwd, cat greeting]');
      expect(output()).toContain(`${expected}\n+ cat greeting\nhello\n`);
    });

    it('works without sources', async () => {
      const { run, output } = await setUp();
      await run('commands: [ls -A, touch new]');
      await run('commands: [ls -A]');
      expect(output()).toBe('+ ls -A\n+ touch new\n+ ls -A\nnew\n');
    });

    it('runs the entrypoint of the image or the step if there are no commands', async () => {
      const { run, output } = await setUp();
      await run('entrypoint: [/bin/echo, a], command: [b, "c d"]');
      await run('command: [sh, -c, "echo plugin $PLUGIN_A"]', { environment: { PLUGIN_A: 'x' } });
      expect(output()).toBe('a b c d\nplugin x\n');
    });

    it('makes services reachable by their names', async () => {
      const { run, output, abort } = await setUp();
      const started = Promise.withResolvers<void>();
      const service = run(`name: web, commands: ['echo served > index.html', httpd -f -p 8000]`, {
        onStarted: started.resolve,
      });
      await started.promise;
      await run(
        `name: client, commands: ['until wget -q -O - http://web:8000/; do sleep 0.1; done']`,
      );
      abort.abort();
      expect(output('client')).toContain('served\n');
      expect(await service).toMatchObject({ wasKilled: true });
    });

    it('mounts temporary volumes and host folders in steps', async () => {
      const folder = await temporaryDirectory();
      await writeFile(join(folder, 'note'), 'from the host\n');
      const { run, output } = await setUp({
        volumes: [
          { name: 'cache', kind: 'temp', inMemory: false, sizeLimit: 0 },
          { name: 'fast', kind: 'temp', inMemory: true, sizeLimit: 0 },
          { name: 'small', kind: 'temp', inMemory: true, sizeLimit: 1024 ** 2 },
          { name: 'host', kind: 'host', path: folder },
        ],
      });
      const paths = ['cache', 'fast', 'small', 'host'].map(
        (name) => `{ name: ${name}, path: /${name} }`,
      );
      const volumes = `volumes: [${paths}]`;
      await run(`${volumes}, commands: [cat /host/note, echo 1 > /cache/a, echo 2 > /fast/b]`);
      await run(
        `${volumes}, commands: [cat /cache/a, ls /fast, grep -c "/fast tmpfs" /proc/mounts]`,
      );
      await run(`${volumes}, commands: [grep /small /proc/mounts]`);
      expect(output()).toContain('from the host\n');
      expect(output()).toMatch(/^tmpfs \/small .*size=1024k/m);
      expect(output()).toContain('\n1\n+ ls /fast\n+ grep -c "/fast tmpfs" /proc/mounts\n1\n');
    });

    it('applies user, working directory, memory and extra hosts', async () => {
      const { run, output } = await setUp();
      await run(
        `user: 1000, working_dir: /tmp, shm_size: 8m, mem_limit: 64m, extra_hosts: ['there:10.1.2.3'], commands: [id -u, pwd, grep there /etc/hosts, df -k /dev/shm]`,
      );
      expect(output()).toMatch(/\n1000\n.*\n\/tmp\n.*\n10\.1\.2\.3\s+there\n.*\s8192\s/s);
    });

    it('loses no line of a large output, even with a slow reader', async () => {
      const { workspace } = await setUp();
      const { pipelines } = parsePipelineFile(
        `kind: pipeline\nsteps: [{ name: a, image: ${testImage}, commands: [seq 1 300000] }]`,
      );
      const [step] = pipelines[0]?.steps ?? [];
      if (!step) throw new Error('no step');
      const chunks: Uint8Array[] = [];
      const slow: OutputSink = async (chunk) => {
        chunks.push(chunk);
        await new Promise((resolve) => setImmediate(resolve));
      };
      const spec = { ...step, number: 1, environment: {}, container: step };
      await workspace.runStep(spec, slow, new AbortController().signal);
      const lines = Buffer.concat(chunks).toString().trimEnd().split('\n');
      expect(lines.slice(1)).toEqual(Array.from({ length: 300_000 }, (_, at) => `${at + 1}`));
    });

    it('lets a stopped step finish by itself, and removes it', async () => {
      const { run, abort, untilOutput, output } = await setUp();
      const running = run(
        `commands: ['trap "echo bye; exit 1" TERM', echo up, 'while :; do sleep 0.1; done']`,
      );
      await untilOutput('\nup\n');
      abort.abort();
      expect(await running).toMatchObject({ wasKilled: true });
      expect(output()).toContain('bye\n');
    });

    it('kills a step that ignores the signal', async () => {
      const { run, abort, untilOutput } = await setUp();
      const running = run(`commands: ["trap '' TERM", echo up, 'while :; do sleep 1; done']`);
      await untilOutput('\nup\n');
      abort.abort();
      expect(await running).toMatchObject({ wasKilled: true, exitCode: 137 });
    });

    it('gives a step its own grace period', async () => {
      const { run, abort, untilOutput, output } = await setUp();
      const running = run(
        `grace_period: 1m, commands: ['trap "sleep 2; echo bye; exit 1" TERM', echo up, 'while :; do sleep 0.1; done']`,
      );
      await untilOutput('\nup\n');
      abort.abort();
      expect(await running).toMatchObject({ wasKilled: true });
      expect(output()).toContain('bye\n');
    });

    it('reports that memory ran out', async () => {
      const { run } = await setUp();
      // Under load, the engine may notice an out-of-memory kill only after the container is inspected.
      const hungry = `mem_limit: 16m, commands: ["tail /dev/zero || { sleep 2; exit 137; }"]`;
      expect(await run(hungry)).toMatchObject({ reason: 'The step ran out of memory' });
    });

    it.each([
      ['image: millrace.test/absent:1, pull: never', 'is not on this machine and "pull: never"'],
      // The engine would redirect the request to a registry of that name.
      ['image: ../../containers/json?all=1', 'is not an image name'],
      ['image: localhost:1/absent:1', 'The image localhost:1/absent:1 could not be pulled: '],
      ['entrypoint: [/bin/absent]', '/bin/absent'],
    ])('reports why a step cannot start: %s', async (text, message) => {
      const { run } = await setUp();
      await expect(run(text)).rejects.toThrow(message);
    });

    it('falls back to the local image if a moving tag cannot be pulled', async () => {
      const { run, output } = await setUp();
      const moving = 'localhost:1/busybox:latest';
      if (typeof docker === 'string') return;
      await docker.getImage(testImage).tag({ repo: 'localhost:1/busybox', tag: 'latest' });
      onTestFinished(async () => void (await docker.getImage(moving).remove()));
      await run(`image: ${moving}, commands: [echo hi]`);
      expect(output()).toMatch(
        /^Pulling .*\n.* the one on this machine is used: .*\n\+ echo hi\nhi\n/,
      );
      await expect(run(`image: ${moving}, pull: always, commands: [echo hi]`)).rejects.toThrow(
        'could not be pulled',
      );
    });

    it('passes the credentials to git and hides them from the commands', async () => {
      const { run, output } = await setUp();
      await run(`commands: ['cat "$HOME/.netrc"', env]`, {
        environment: { DRONE_NETRC_FILE: 'machine a\nlogin b', DRONE_NETRC_PASSWORD: 'c' },
      });
      expect(output()).toContain('machine a\nlogin b\n');
      expect(output()).not.toContain('DRONE_NETRC');
    });

    it('removes leftovers of a crashed runner', async () => {
      const { engine, run, leftovers, untilOutput } = await setUp();
      const lost = run('commands: [echo up, sleep 1000]').catch(() => undefined);
      await untilOutput('\nup\n');
      expect((await leftovers()).length).toBe(3);
      await engine.open();
      expect(await leftovers()).toEqual([]);
      await lost;
    });

    it('gives every container the volumes, networks, devices and limits of its runner', async () => {
      const volume = `millrace-${crypto.randomUUID()}`;
      const network = await docker.createNetwork({ Name: `millrace-${crypto.randomUUID()}` });
      await docker.createVolume({ Name: volume });
      onTestFinished(async () => {
        await network.remove();
        await docker.getVolume(volume).remove();
      });
      const settings: ContainerSettings = {
        limits: { ...defaultContainerSettings.limits, cpus: 0.5 },
        mounts: [
          { kind: 'volume', source: volume, target: '/cache', isReadOnly: false },
          { kind: 'volume', source: volume, target: '/fixed', isReadOnly: true },
        ],
        networks: [network.id],
        devices: [{ host: '/dev/null', container: '/dev/extra', permissions: 'rw' }],
      };
      const { run, output } = await setUp({}, settings);
      const addresses = 'ip -o -4 addr show scope global | wc -l';
      const commands = ['echo cached > /cache/x', 'cat /fixed/x', 'ls /dev/extra', addresses];
      const exit = await run(`commands: [${commands.map((line) => `'${line}'`).join(', ')}]`);
      expect(output()).toContain('\ncached\n');
      expect(output()).toContain('\n/dev/extra\n');
      expect(output()).toMatch(/\n2\n$/);
      expect(exit.exitCode).toBe(0);
      const write = await run(`commands: ['echo changed > /fixed/x']`);
      expect(write.exitCode).not.toBe(0);
    });

    it('fails if a network of its runner does not exist', async () => {
      const settings = { ...defaultContainerSettings, networks: ['millrace-absent'] };
      const { run } = await setUp({}, settings);
      await expect(run('commands: [echo hi]')).rejects.toThrow('millrace-absent');
    });

    it('does not touch resources of another runner', async () => {
      const first = await setUp();
      const second = await setUp();
      await second.engine.open();
      expect((await first.leftovers()).length).toBe(2);
    });
  });
}

it('reports that Docker is missing', async () => {
  const workDir = join(await temporaryDirectory(), 'work');
  await mkdir(workDir);
  vi.stubEnv('DOCKER_HOST', 'unix:///nowhere/docker.sock');
  onTestFinished(() => void vi.unstubAllEnvs());
  await expect(createDockerEngine({ workDir }).open()).rejects.toThrow('/nowhere/docker.sock');
});
