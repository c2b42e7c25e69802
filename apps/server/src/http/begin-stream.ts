/** Reads the first piece before the answer begins, so that a failure to read becomes an error answer. */
export async function beginStream<Piece>(
  pieces: AsyncIterable<Piece>,
): Promise<AsyncIterable<Piece>> {
  const rest = pieces[Symbol.asyncIterator]();
  const first = await rest.next();
  return resume(first.done ? [] : [first.value], rest);
}

/** Yields the pieces that have been read, and then the rest. */
export async function* resume<Piece>(
  read: Piece[],
  rest: AsyncIterator<Piece>,
): AsyncGenerator<Piece> {
  try {
    // Emptied, because a slow client may read the rest for a long time.
    yield* read.splice(0);
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}
