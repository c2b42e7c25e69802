interface LoggedRequest {
  method: string;
  url: string;
  ip: string;
}

/** Credentials in URLs; `code` is the OAuth code of a forge, `secret` that of a webhook that Drone created. */
const secretParameters = ['access_token', 'code', 'secret'];

/** Options of a logger that keep credentials of requests out of the log. */
export const requestLog = {
  redact: ['req.headers.authorization', 'req.headers.cookie'],
  serializers: { req: describeRequest },
};

/** Describes a request for the log, without secrets in its URL. */
export function describeRequest({ method, url, ip }: LoggedRequest): LoggedRequest {
  return { method, url: url.replace(/([?&])([^=&]+)=[^&]*/g, withoutSecret), ip };
}

/** Parameter names may be percent-encoded. A name that cannot be decoded matches nothing. */
function withoutSecret(parameter: string, mark: string, name: string): string {
  try {
    return secretParameters.includes(decodeURIComponent(name)) ? `${mark}${name}=…` : parameter;
  } catch {
    return parameter;
  }
}
