import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bearer, pushSampleRepo, startTestServer, type TestServer } from './test-server.ts';

const program = process.env.MILLRACE_TEST_DRONE_CLI;

/** A command, the output that it must print, and its exit code if it is not 0. */
type Row = [command: string, text: string | RegExp, code?: number];

interface Setting {
  server: TestServer;
  /** System admin that owns `root/mill`. */
  root: { token: string };
}

/** A real server with the repository `root/mill`, and the real client, which calls it as `root`. */
interface DroneCli {
  /** Set once the tests run. */
  readonly setting: Setting;
  /** Runs a command whose words are separated by spaces. */
  drone(
    command: string,
    as?: { token: string },
  ): Promise<{ code: number | undefined; text: string }>;
  /** Adds a test for each command. They run in order, because later ones may depend on earlier ones. */
  rows(...table: Row[]): void;
  get<Answer>(path: string): Promise<Answer>;
}

/** Defines tests of the command line client of existing servers. They are skipped if it is not available. */
export function describeDroneCli(title: string, tests: (cli: DroneCli) => void): void {
  if (program) describe(title, () => tests(prepare(program)));
  else
    describe.skip(`${title} (MILLRACE_TEST_DRONE_CLI is not set)`, () =>
      it('runs the client', () => undefined));
}

function prepare(client: string): DroneCli {
  let setting: Setting;
  beforeAll(async () => {
    const server = await startTestServer();
    setting = { server, root: await server.addUser('root', { admin: true }) };
    await pushSampleRepo(server, 'root', 'mill');
  });
  afterAll(() => setting.server.stop());

  const drone: DroneCli['drone'] = async (command, as = setting.root) => {
    const { url, tempDir } = setting.server;
    const { exitCode, all } = await execa(client, command.split(' '), {
      cwd: tempDir,
      extendEnv: false,
      env: { HOME: tempDir, DRONE_SERVER: url, DRONE_TOKEN: as.token },
      reject: false,
      all: true,
    });
    return { code: exitCode, text: all };
  };
  return {
    get setting() {
      return setting;
    },
    drone,
    rows(...table) {
      it.each(table)('drone %s', async (command, text, code = 0) => {
        const expected = typeof text === 'string' ? text : expect.stringMatching(text);
        expect(await drone(command)).toEqual({ code, text: expected });
      });
    },
    async get(path) {
      const headers = bearer(setting.root);
      return (await setting.server.app.inject({ url: `/api${path}`, headers })).json();
    },
  };
}
