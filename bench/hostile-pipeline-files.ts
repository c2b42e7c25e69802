// Effect of hostile pipeline files on other clients. Each file is pushed to a real server, whose embedded
// runner runs the build, while `/healthz` is polled.
import { excessiveFiles, hostileBranch, hostileFiles } from '@millrace/pipeline/testing';
import { Millrace } from '../e2e/support/millrace.ts';
import { WorkTree } from '../e2e/support/work-tree.ts';
import { readRssOf } from './support/processes.ts';
import { print, quantile } from './support/statistics.ts';

/** Duration of the observation during a build. */
const watchedMs = 3000;

const millrace = await Millrace.start();
try {
  const headers = { authorization: `Bearer ${await millrace.readToken()}` };
  print('file | characters | push to build, ms | /healthz p50, p99, longest, ms | memory, MB');
  await measure('an ordinary file', 'kind: pipeline\ntype: exec\nsteps: [{ name: a }]\n', headers);
  for (const [name, text] of Object.entries(hostileFiles)) await measure(name, text, headers);
  for (const [limit, text] of Object.entries(excessiveFiles)) {
    await measure(`over the limit of ${limit}`, text, headers);
  }
} finally {
  await millrace.dispose();
}

async function measure(name: string, text: string, headers: Record<string, string>): Promise<void> {
  const slug = `admin/${name.replace(/\W+/g, '-')}`;
  const tree = await WorkTree.create(millrace, slug);
  await tree.git('checkout', '--quiet', '-b', hostileBranch);
  await tree.commit({ '.drone.yml': text }, 'A hostile file');
  const waits: number[] = [];
  let memory = 0;
  let isDone = false;
  const watching = (async () => {
    while (!isDone) {
      waits.push(await timeOf(`${millrace.url}/healthz`));
      memory = Math.max(memory, readRssOf(millrace.pid ?? 0));
    }
  })();
  const startedAt = performance.now();
  await tree.push(hostileBranch);
  const tookMs = performance.now() - startedAt;
  await new Promise((resolve) => setTimeout(resolve, watchedMs));
  isDone = true;
  await watching;
  const url = `${millrace.url}/api/repos/${slug}/builds`;
  const answer = await fetch(url, { headers });
  const [build]: { status: string; error?: string }[] = JSON.parse(await answer.text());
  // Cancels builds that are still running, so that they do not affect the next file.
  await fetch(`${url}/1`, { method: 'DELETE', headers });
  const end = build ? `${build.status} ${build.error ?? ''}`.slice(0, 90) : 'no build';
  print(
    `${name} | ${text.length} | ${tookMs.toFixed(0)} | ${quantile(waits, 0.5).toFixed(1)},` +
      ` ${quantile(waits, 0.99).toFixed(1)}, ${Math.max(...waits).toFixed(0)} |` +
      ` ${memory.toFixed(0)} | ${end}`,
  );
}

async function timeOf(url: string): Promise<number> {
  const startedAt = performance.now();
  await (await fetch(url)).arrayBuffer();
  return performance.now() - startedAt;
}
