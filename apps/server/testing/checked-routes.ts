import { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import type { Endpoint, Schema } from '@millrace/contract/api';
import {
  type Answer,
  ApiRoutes,
  type Handler,
  JsonText,
  StreamedAnswer,
} from '../src/http/api-routes.ts';
import { SocketAnswer } from '../src/http/sockets.ts';

/** Real routes whose calls fail if a response does not match the contract. */
export class CheckedRoutes extends ApiRoutes {
  override async carryOut<Input, O extends Schema | undefined>(
    endpoint: Pick<Endpoint, 'method' | 'path'> & { output?: O },
    handler: Handler<Input, O>,
    input: Input,
  ): Promise<Answer<O>> {
    const answer = await handler(input);
    const { method, path, output } = endpoint;
    const isStream = answer instanceof Readable || answer instanceof StreamedAnswer;
    if (answer === undefined || isStream || !output || answer instanceof SocketAnswer)
      return answer;
    const text = answer instanceof JsonText ? answer.text : JSON.stringify(answer);
    const sent: unknown = JSON.parse(text);
    const result = output.safeParse(sent);
    if (!result.success || !isDeepStrictEqual(result.data, sent)) {
      throw new Error(`The response of ${method} ${path} does not match the contract`);
    }
    return answer;
  }
}
