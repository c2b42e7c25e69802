/** Reads the first piece before the answer begins, so that a failure to read becomes an error answer. */
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
