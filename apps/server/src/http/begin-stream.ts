/** What cannot be read at all is answered with the reason: its first piece is read before the answer. */
export async function beginStream<Piece>(
  pieces: AsyncIterable<Piece>,
): Promise<AsyncIterable<Piece>> {
  const rest = pieces[Symbol.asyncIterator]();
  const first = await rest.next();
  return (async function* () {
    try {
      for (let next = first; !next.done; next = await rest.next()) yield next.value;
    } finally {
      await rest.return?.();
    }
  })();
}
