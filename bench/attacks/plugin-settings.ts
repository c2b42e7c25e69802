import type { Engine } from '../../apps/runner/src/engines/engine.ts';
import { startRunner } from '../../apps/runner/src/start-runner.ts';
import type { Attack } from '../support/attack.ts';

const pipeline = `kind: pipeline
type: docker
name: a
clone: { disable: true }
steps:
  - name: image
    image: plugins/docker
    settings:
      repo: a/b
      config: '{"credHelpers":{"registry":"attack"}}'
`;

/** Fake Docker engine: reports that a container of this stage would have started with privileges. */
function engineWithout(onStarted: () => void): Engine {
  return {
    type: 'docker',
    open: async () => ({ os: 'linux', arch: 'amd64' }),
    createWorkspace: () => {
      onStarted();
      return Promise.reject(new Error('A container would run'));
    },
  };
}

/** Uses a setting of a privileged plugin that would give its author root on the Docker host. */
export const pluginSettings: Attack = {
  name: 'plugins/docker with settings.config',
  prepare: async (server) => {
    return async () => {
      let hasStarted = false;
      const engine = engineWithout(() => {
        hasStarted = true;
      });
      const options = {
        api: server.api,
        machine: 'bench',
        capacity: 1,
        workDir: server.millrace.dir,
      };
      const runner = startRunner({ ...options, engines: [engine] });
      await server.push('plugin', pipeline);
      const { status, stages = [] } = await server.untilEnd('plugin');
      await runner.stop();
      return hasStarted ? 'NOT REFUSED' : `build ${status}: ${stages[0]?.error}`;
    };
  },
};
