/**
 * Reads at most a number of bytes of a response. Callers have lower limits.
 * @throws if the response does not end in time
 */
export async function readText(
  response: Response,
  mostBytes: number,
  timeoutMs: number,
): Promise<string> {
  if (!response.body) return '';
  const signal = AbortSignal.timeout(timeoutMs);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body.pipeThrough(new TransformStream(), { signal })) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > mostBytes) break;
  }
  return Buffer.concat(chunks).toString();
}
