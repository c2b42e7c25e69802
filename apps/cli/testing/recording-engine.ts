import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A container as requested by a Docker client. */
export interface RequestedContainer {
  Env: string[];
  WorkingDir: string;
  HostConfig: {
    Privileged: boolean;
    Binds: string[] | null;
    Mounts?: object[];
    Devices?: object[];
  };
}

export interface RecordingEngine {
  /** Value for `DOCKER_HOST`. */
  address: string;
  /** Returns the containers requested since the last call. */
  readContainers(): RequestedContainer[];
  stop(): Promise<void>;
}

/**
 * Starts a stub of the Docker API that runs nothing: each container succeeds immediately. It records how
 * another runner compiles a pipeline file, including all variables.
 */
export async function startRecordingEngine(): Promise<RecordingEngine> {
  const dir = await mkdtemp(join(tmpdir(), 'millrace-engine-'));
  const socket = join(dir, 'docker.sock');
  let containers: RequestedContainer[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const call = `${request.method} ${(request.url ?? '').replace(/^\/v[\d.]+/, '')}`;
    if (call.startsWith('POST /containers/create')) {
      containers.push(JSON.parse(Buffer.concat(chunks).toString()));
    }
    const answer = answers.find(([pattern]) => pattern.test(call))?.[1] ?? { status: 204 };
    response.writeHead(answer.status, { 'api-version': '1.40' });
    response.end(answer.body === undefined ? '' : JSON.stringify(answer.body));
  });
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  return {
    address: `unix://${socket}`,
    readContainers() {
      const recorded = containers;
      containers = [];
      return recorded;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(dir, { recursive: true, force: true });
    },
  };
}

const answers: [RegExp, { status: number; body?: unknown }][] = [
  [/ \/_ping/, { status: 200, body: 'OK' }],
  [/^POST \/containers\/create/, { status: 201, body: { Id: 'container', Warnings: [] } }],
  [/^POST \/containers\/[^/]+\/wait/, { status: 200, body: { StatusCode: 0 } }],
  [
    /^GET \/containers\/[^/]+\/json/,
    { status: 200, body: { State: { Status: 'exited', Running: false, ExitCode: 0 } } },
  ],
  [/\/(logs|attach)\b/, { status: 200 }],
  [/^POST \/images\/create/, { status: 200, body: { status: 'ok' } }],
  [/^GET \/images\//, { status: 200, body: { Id: 'image' } }],
  [/^POST \/networks\/create/, { status: 201, body: { Id: 'network' } }],
  [/^POST \/volumes\/create/, { status: 201, body: { Name: 'volume' } }],
];
