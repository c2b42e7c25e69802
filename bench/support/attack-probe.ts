// Polls `/healthz` and a list as a signed-in user every 20 ms until it is stopped. Runs in a separate
// process, so that the load of its parent does not affect the times.

const pauseMs = 20;
const paths = ['/healthz', '/api/user/repos'];

process.once(
  'message',
  async ({ url, headers }: { url: string; headers: Record<string, string> }) => {
    let isDone = false;
    const timeOf = async (path: string): Promise<number> => {
      const before = performance.now();
      const answer = await fetch(url + path, { headers });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
      return performance.now() - before;
    };
    const longest = async (path: string): Promise<number> => {
      let maxMs = 0;
      while (!isDone) {
        maxMs = Math.max(maxMs, await timeOf(path));
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
      return maxMs;
    };
    // The first request of a process is always slow and not measured.
    for (const path of paths) await timeOf(path);
    const measured = Promise.all(paths.map(longest));
    process.once('message', async () => {
      isDone = true;
      process.send?.(await measured);
      process.disconnect?.();
    });
    process.send?.('ready');
  },
);
