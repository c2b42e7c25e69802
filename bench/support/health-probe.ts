// Polls `/healthz` fifty times a second for a given time. Runs in a separate process, so that the load of
// its parent does not affect the times.

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
