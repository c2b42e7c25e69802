import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { tarFile, writeTar } from '@millrace/node-kit/tar/write-tar';
import { testImage } from '@millrace/test-support/docker-host';
import type Docker from 'dockerode';

const passwd = `root:x:0:0::/root:/bin/sh
node:x:1234:1234::/home/node:/bin/sh
`;

/** Returns the git of this machine, with its libraries, as entries of an archive. */
function gitFiles() {
  const git = execFileSync('/bin/sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
  const libraries = execFileSync('ldd', [git], { encoding: 'utf8' }).match(/\/\S+/g) ?? [];
  return [git, ...libraries].map((path) =>
    tarFile({ name: path.slice(1), mode: 0o755 }, readFileSync(path)),
  );
}

/**
 * Makes an image from the test image, with git and a user `node`. It has the changes, such as `USER node`.
 */
export async function makeUserImage(docker: Docker, changes: string): Promise<string> {
  const [repo, tag] = ['millrace.test/user', randomUUID()];
  const container = await docker.createContainer({ Image: testImage, Cmd: ['sh'] });
  try {
    const files = writeTar([
      tarFile({ name: 'etc/passwd', mode: 0o644 }, Buffer.from(passwd)),
      ...gitFiles(),
      { header: { name: 'home', type: 'directory', mode: 0o755 } },
      { header: { name: 'home/node', type: 'directory', mode: 0o700, uid: 1234, gid: 1234 } },
    ]);
    await container.putArchive(Readable.from(files, { objectMode: false }), { path: '/' });
    await container.commit({ repo, tag, changes });
  } finally {
    await container.remove({ force: true });
  }
  return `${repo}:${tag}`;
}
