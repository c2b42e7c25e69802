/** Calls a webhook and waits for the response. A server that is down misses the delivery. */
export async function deliver(
  url: string,
  headers: Record<string, string>,
  body: string,
): Promise<number> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
    signal: AbortSignal.timeout(10_000),
  }).catch(() => undefined);
  await response?.body?.cancel();
  return response?.status ?? 0;
}
