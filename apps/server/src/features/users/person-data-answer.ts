import { Readable } from 'node:stream';
import { TimeSlice } from '@millrace/node-kit/time-slice';
import type { PersonData } from '../../domain/person.ts';
import { StreamedAnswer } from '../../http/api-routes.ts';
import { beginStream } from '../../http/begin-stream.ts';

/** Answers with one JSON object: a list for each kind of data. It can be longer than the memory. */
export async function answerPersonData(
  login: string,
  data: readonly PersonData[],
): Promise<StreamedAnswer> {
  const texts = await beginStream(toTexts(Object.assign({}, ...data)));
  return new StreamedAnswer(Readable.from(texts, { objectMode: false }), {
    'content-disposition': `attachment; filename="${encodeURIComponent(login)}.json"`,
  });
}

async function* toTexts(data: PersonData): AsyncGenerator<string> {
  const slice = new TimeSlice();
  let before = '{\n';
  for (const [kind, read] of Object.entries(data)) {
    yield `${before}${JSON.stringify(kind)}: [`;
    let between = '\n';
    for await (const one of read()) {
      yield between + JSON.stringify(one);
      between = ',\n';
      if (slice.isOver()) await slice.next();
    }
    yield '\n]';
    before = ',\n';
  }
  yield '\n}\n';
}
