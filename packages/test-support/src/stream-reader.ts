export interface Message {
  id?: string;
  event?: string;
  data: string;
}

/** Opens an event stream whose messages a test awaits one by one. */
export async function openStream(
  url: string,
  headers: Record<string, string>,
  signal: AbortSignal | null = null,
) {
  const response = await fetch(url, { headers, signal });
  if (!response.ok || !response.body) throw new Error(`${url} answered ${response.status}`);
  // Locks the body now: an unread body is canceled when its response is garbage-collected.
  const messages = parseMessages(response.body.values());
  const take = async (count: number): Promise<Message[]> => {
    const taken: Message[] = [];
    while (taken.length < count) {
      const { value, done } = await messages.next();
      if (done) throw new Error('The stream ended');
      taken.push(value);
    }
    return taken;
  };
  return {
    take,
    /** Returns the first matching message, and skips the messages before it. */
    async find(isWanted: (message: Message) => boolean): Promise<Message> {
      for (;;) for (const message of await take(1)) if (isWanted(message)) return message;
    },
    async rest(): Promise<Message[]> {
      const rest: Message[] = [];
      for await (const message of messages) rest.push(message);
      return rest;
    },
    async isClosed(): Promise<boolean> {
      return (await messages.next()).done === true;
    },
  };
}

async function* parseMessages(body: AsyncIterable<Uint8Array>): AsyncGenerator<Message> {
  const parts: string[] = [];
  for await (const text of decode(body)) {
    const blocks = text.split('\n\n');
    for (const [index, block] of blocks.entries()) {
      parts.push(block);
      if (index === blocks.length - 1) break;
      const message = parseBlock(parts.splice(0).join(''));
      if (message) yield message;
    }
  }
}

async function* decode(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const bytes of body) yield decoder.decode(bytes, { stream: true });
}

function parseBlock(block: string): Message | null {
  const fields = block.split('\n').flatMap((line) => {
    const at = line.indexOf(': ');
    return at > 0 ? [[line.slice(0, at), line.slice(at + 2)]] : [];
  });
  const { id, event, data } = Object.fromEntries(fields);
  return data === undefined ? null : { ...(id ? { id } : {}), ...(event ? { event } : {}), data };
}
