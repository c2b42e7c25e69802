/** Error response of GitHub. */
export class Refusal extends Error {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly errors: object[] | undefined;

  constructor(
    status: number,
    message: string,
    { headers = {}, errors }: { headers?: Record<string, string>; errors?: object[] } = {},
  ) {
    super(message);
    this.status = status;
    this.headers = headers;
    this.errors = errors;
  }

  get body() {
    return {
      message: this.message,
      documentation_url: 'https://docs.github.com/rest',
      status: String(this.status),
      ...(this.errors ? { errors: this.errors } : {}),
    };
  }
}

export const notFound = () => new Refusal(404, 'Not Found');

export function invalid(resource: string, message: string): Refusal {
  return new Refusal(422, 'Validation Failed', {
    errors: [{ resource, code: 'custom', message }],
  });
}
