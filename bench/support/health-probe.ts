// Asks `/healthz` fifty times a second for a while: a process of its own, so that what its parent does
// beside does not count.

process.once('message', async ({ url, seconds }: { url: string; seconds: number }) => {
  const times: number[] = [];
  const startedAt = performance.now();
  while (performance.now() - startedAt < seconds * 1000) {
    const before = performance.now();
    await (await fetch(`${url}/healthz`)).text();
    times.push(performance.now() - before);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  process.send?.(times);
  process.disconnect?.();
});
