// Asks `/healthz` and a list as a signed-in person every 20 ms until it is told to stop: a process of its own,
// so that what its parent does beside does not count.

const pauseMs = 20;
const paths = ['/healthz', '/api/user/repos'];

process.once(
  'message',
  async ({ url, headers }: { url: string; headers: Record<string, string> }) => {
    let isOver = false;
    const timeOf = async (path: string): Promise<number> => {
      const before = performance.now();
      const answer = await fetch(url + path, { headers });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
      return performance.now() - before;
    };
    const longest = async (path: string): Promise<number> => {
      let longestMs = 0;
      while (!isOver) {
        longestMs = Math.max(longestMs, await timeOf(path));
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
      return longestMs;
    };
    // The first call of a process takes long by itself.
    for (const path of paths) await timeOf(path);
    const measured = Promise.all(paths.map(longest));
    process.once('message', async () => {
      isOver = true;
      process.send?.(await measured);
      process.disconnect?.();
    });
    process.send?.('ready');
  },
);
