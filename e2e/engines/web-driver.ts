/** A session of a WebDriver server: https://www.w3.org/TR/webdriver2/#endpoints */
export class WebDriver {
  private readonly url: string;
  private readonly id: string;

  private constructor(url: string, id: string) {
    this.url = url;
    this.id = id;
  }

  static async start(url: string, capabilities: object): Promise<WebDriver> {
    const body = { capabilities: { alwaysMatch: capabilities } };
    const { sessionId } = await send<{ sessionId: string }>(`${url}/session`, 'POST', body);
    return new WebDriver(url, sessionId);
  }

  get<Value>(path: string): Promise<Value> {
    return send(this.urlOf(path), 'GET');
  }

  post<Value>(path: string, body: object): Promise<Value> {
    return send(this.urlOf(path), 'POST', body);
  }

  async end(): Promise<void> {
    await send(this.urlOf(''), 'DELETE');
  }

  private urlOf(path: string): string {
    return `${this.url}/session/${this.id}${path}`;
  }
}

/** Resolves once the server accepts sessions. */
export async function waitForDriver(url: string): Promise<void> {
  const isReady = () => send<{ ready: boolean }>(`${url}/status`, 'GET').catch(() => null);
  while (!(await isReady())?.ready) await new Promise((resolve) => setTimeout(resolve, 50));
}

async function send<Value>(url: string, method: string, body?: object): Promise<Value> {
  const answer = await fetch(url, {
    method,
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const { value } = (await answer.json()) as {
    value: Value & { error?: string; message?: string };
  };
  if (!answer.ok) throw new Error(`${method} ${url}: ${value.error}: ${value.message}`);
  return value;
}
