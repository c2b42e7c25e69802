import { describe, expect, it } from 'vitest';
import { formatProblem, parsePipelineFile } from './parse-pipeline-file.ts';
import type { ClonedRepository } from './pipeline.ts';

function read(repositories: string, more = '') {
  const text = `kind: pipeline\nname: a\nclone: { ${more}repositories: ${repositories} }\nsteps: [{ name: a, image: b }]\n`;
  const { pipelines, problems } = parsePipelineFile(text);
  return { found: pipelines[0]?.clone.repositories, problems: problems.map(formatProblem) };
}
const of = (repository: string, path: string, ref = ''): ClonedRepository => ({
  repository,
  ref,
  path,
});

describe('clone.repositories', () => {
  it.each<[string, ClonedRepository[]]>([
    ['acme/library', [of('acme/library', 'library')]],
    [
      '[acme/library, acme/group/tools.js]',
      [of('acme/library', 'library'), of('acme/group/tools.js', 'tools.js')],
    ],
    [
      '[{ repository: acme/library, ref: v1.2, path: ./vendor//library/ }]',
      [of('acme/library', 'vendor/library', 'v1.2')],
    ],
    [
      '[{ repository: https://example.com/a/b.git, ref: refs/heads/next }]',
      [of('https://example.com/a/b.git', 'b', 'refs/heads/next')],
    ],
    [
      '[{ repository: "acme/${NAME}", ref: "${REF}", path: x }]',
      [of('acme/${NAME}', 'x', '${REF}')],
    ],
    ['[]', []],
    ['', []],
  ])('reads %s', (text, expected) => {
    expect(read(text)).toEqual({ found: expected, problems: [] });
  });

  it.each([
    ['library', 'must be NAMESPACE/NAME, or an address that begins with https://, not "library"'],
    ['http://10.0.0.1/a/b', 'must be NAMESPACE/NAME, or an address'],
    ['git@example.com:a/b.git', 'must be NAMESPACE/NAME, or an address'],
    ['ssh://git@example.com/a/b.git', 'must be NAMESPACE/NAME, or an address'],
    ['file:///etc/a', 'must be NAMESPACE/NAME, or an address'],
    ['/srv/git/a', 'must be NAMESPACE/NAME, or an address'],
    ['"--upload-pack=x/y"', 'must be NAMESPACE/NAME, or an address'],
    ['acme/../secret', 'must be NAMESPACE/NAME, or an address'],
    ['https://user:password@example.com/a/b', 'must be NAMESPACE/NAME, or an address'],
    ['[null]', 'clone.repositories[0] is missing'],
    ['[{ ref: main }]', 'clone.repositories[0].repository is missing'],
    [
      '[{ repository: a/b, ref: "--force" }]',
      'ref must be a branch, a tag or a commit, not "--force"',
    ],
    ['[{ repository: a/b, ref: "a:b" }]', 'ref must be a branch, a tag or a commit, not "a:b"'],
    ['[{ repository: a/b, ref: "+a" }]', 'ref must be a branch, a tag or a commit, not "+a"'],
    [
      '[{ repository: a/b, path: ../b }]',
      'path must be a folder inside the clone folder, not "../b"',
    ],
    ['[{ repository: a/b, path: /b }]', 'path must be a folder inside the clone folder, not "/b"'],
    ['[{ repository: a/b, path: . }]', 'path must be a folder inside the clone folder, not "."'],
    [
      '[{ repository: a/b, path: .git/hooks }]',
      'path must be a folder inside the clone folder, not ".git/hooks"',
    ],
    [
      '[{ repository: a/b, path: x/.GIT }]',
      'path must be a folder inside the clone folder, not "x/.GIT"',
    ],
    ['[a/b, c/b]', 'the folders "b" and "b" overlap; write another "path"'],
    [
      '[{ repository: a/b, path: x/B }, { repository: a/c, path: x }]',
      'the folders "x/B" and "x" overlap',
    ],
    ['[{ repository: a/b, branch: main }]', 'unknown key "branch" in clone.repositories'],
  ])('refuses %s', (text, problem) => {
    expect(read(text).problems).toEqual([expect.stringContaining(problem)]);
  });

  it('needs a clone', () => {
    expect(read('a/b', 'disable: true, ').problems).toEqual([
      expect.stringContaining('clone.repositories needs a clone; remove "disable: true"'),
    ]);
  });

  it('has a maximum', () => {
    const many = Array.from({ length: 21 }, (_, at) => `a/b${at}`);
    expect(read(`[${many.join(', ')}]`).problems).toEqual([
      expect.stringContaining('clone.repositories has more than 20 entries'),
    ]);
  });
});
