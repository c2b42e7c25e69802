import type { Attack } from '../support/attack.ts';

const files = 460_000;

/** Requests all pages of a list of very many artifacts. */
export const longLists: Attack = {
  name: 'a list of 460,000 files',
  prepare: async (server) => {
    const { step } = await server.startStep('files');
    const { id: repoId }: { id: number } = await server.ask('GET', '/api/repos/admin/files');
    const { id: buildId }: { id: number } = await server.ask(
      'GET',
      '/api/repos/admin/files/builds/1',
    );
    server.change((db) =>
      db.exec(
        `with recursive n(i) as (select 0 union all select i + 1 from n where i < ${files - 1})
         insert into artifacts (step_id, repo_id, build_id, path, size, sha256, created, "key", tries)
         select ${step.id}, ${repoId}, ${buildId}, 'dist/folder/' || i, 1, hex(randomblob(32)), unixepoch(), 'k' || i, 0 from n`,
      ),
    );
    return async () => {
      let [pages, seen, bytes, maxMs] = [0, 0, 0, 0];
      const path = '/api/repos/admin/files/builds/1/artifacts';
      let next: string | undefined = '';
      while (next !== undefined) {
        const begun = performance.now();
        const answer: Response = await fetch(server.url + path + next, { headers: server.headers });
        const text = await answer.text();
        maxMs = Math.max(maxMs, performance.now() - begun);
        pages++;
        seen += JSON.parse(text).length;
        bytes = Math.max(bytes, text.length);
        next = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
      }
      return `${seen} files in ${pages} pages of ${(bytes / 1e6).toFixed(1)} MB at most, ${maxMs.toFixed(0)} ms at most`;
    };
  },
};
