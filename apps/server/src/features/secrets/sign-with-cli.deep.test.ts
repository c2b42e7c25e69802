import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Build } from '@millrace/contract/api';
import { beforeAll, expect, it } from 'vitest';
import { describeDroneCli } from '../../../testing/drone-cli.ts';
import { createWorkTree } from '../../../testing/test-server.ts';
import { PipelineKeys } from './pipeline-keys.ts';
import { verifySignature } from './pipeline-signature.ts';

const pipeline = `kind: pipeline
type: exec
name: default
steps:
  - name: work
    commands: [echo trusted]
`;

const files: [string, string][] = [
  ['one document', pipeline],
  ['a document start', `---\n${pipeline}`],
  ['a document end', `${pipeline}...\n`],
  ['no line break at its end', pipeline.trimEnd()],
  ['blank lines at both ends', `\n\n${pipeline}\n\n\n`],
  ['several documents', `${pipeline}---\n${pipeline.replace('default', 'next')}`],
  ['blank lines between documents', `${pipeline}\n\n---\n\n${pipeline.replace('default', 'next')}`],
  ['a comment before the first document', `# Who builds this\n${pipeline}`],
  ['a comment before the first start', `# Who builds this\n---\n${pipeline}`],
  ['a comment between', `${pipeline}---\n# The other one\n${pipeline.replace('default', 'next')}`],
  ['a comment at a start', `--- # first\n${pipeline}`],
  ['a comment at its end', `${pipeline}# Nothing more\n`],
  ['an empty document', `${pipeline}---\n---\n${pipeline.replace('default', 'next')}`],
  ['Windows line ends', pipeline.replaceAll('\n', '\r\n')],
  [
    'a block of text',
    `${pipeline.replace('[echo trusted]', '\n      - |\n        echo a\n\n        echo b')}`,
  ],
  [
    'an indented boundary',
    `${pipeline.replace('[echo trusted]', '\n      - |\n        cat <<E\n        ---\n        E')}`,
  ],
  ['a boundary in a word', `${pipeline}---\nkind: secret\nname: a---b\ndata: x\n`],
  ['a signature of before', `${pipeline}---\nkind: signature\nhmac: ${'0'.repeat(64)}\n`],
  ['a signature of before in front', `kind: signature\nhmac: ${'0'.repeat(64)}\n---\n${pipeline}`],
];

describeDroneCli('a file that the real client signs', (cli) => {
  beforeAll(async () => {
    expect((await cli.drone('repo update --protected root/mill')).code).toBe(0);
  });

  const save = async (text: string) => {
    const path = join(cli.setting.server.tempDir, 'signed.yml');
    await writeFile(path, text);
    expect(await cli.drone('sign --save root/mill signed.yml')).toEqual({ code: 0, text: '' });
    return readFile(path, 'utf8');
  };

  it.each(files)('contains its signature: %s', async (_, text) => {
    const { core } = cli.setting.server;
    const repo = await core.repos.findBySlug('root/mill');
    if (!repo) throw new Error('The repository is gone');
    const sealer = new PipelineKeys(core.keys.pipelineSealer).sealerOf(repo);
    const signed = await save(text);
    expect([signed, verifySignature(sealer, signed)]).toEqual([signed, true]);
    const again = await save(signed);
    expect([again, verifySignature(sealer, again)]).toEqual([again, true]);
    expect(verifySignature(sealer, signed.replace('name: work', 'name: other'))).toBe(false);
  });

  it('is built in a protected repository without approval', async () => {
    const work = await createWorkTree(cli.setting.server, 'root', 'root/mill');
    await work.git('pull', '--quiet', 'origin', 'main');
    const push = async (text: string): Promise<[string, string | undefined]> => {
      await work.commit({ '.drone.yml': text }, 'Change it');
      await work.git('push', '--quiet', 'origin', 'main');
      const build = await cli.get<Build>('/repos/root/mill/builds/latest');
      return [build.after, build.stages?.[0]?.status];
    };
    const head = async () => (await work.git('rev-parse', 'HEAD')).stdout;
    const signed = await save(pipeline);
    expect(await push(signed)).toEqual([await head(), 'pending']);
    const changed = signed.replace('trusted', 'changed');
    expect(await push(changed)).toEqual([await head(), 'blocked']);
  });
});
