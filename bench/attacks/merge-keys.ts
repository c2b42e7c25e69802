import type { Attack } from '../support/attack.ts';

const template =
  'kind: pipeline\ntype: exec\nname: a\nsteps:\n- name: b\n  <<: 5\n  commands: [c]\n';

/** Uses a merge key with a value that is not a map, in a template. */
export const mergeKeys: Attack = {
  name: 'a template with <<: 5',
  prepare: async (server) => {
    await server.ask('POST', '/api/templates/admin', { name: 'a.yaml', data: template });
    return async () => {
      await server.push('template', 'kind: template\nload: a.yaml\ndata: {}\n');
      const { status, error } = await server.untilEnd('template');
      return `build ${status}: ${error}`;
    };
  },
};
