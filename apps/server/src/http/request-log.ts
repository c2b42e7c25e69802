interface LoggedRequest {
  method: string;
  url: string;
  ip: string;
}

/** Credentials in URLs; `code` is the OAuth code of a forge. */
const secretParameters = ['access_token', 'code'];

/** Options of a logger that keep credentials of requests out of the log. */
export const requestLog = {
  redact: ['req.headers.authorization', 'req.headers.cookie'],
  serializers: { req: describeRequest },
};

/** A call as the log names it; secrets in its address stay out. */
export function describeRequest({ method, url, ip }: LoggedRequest): LoggedRequest {
  return { method, url: url.replace(/([?&])([^=&]+)=[^&]*/g, withoutSecret), ip };
}

/** Names may be written with percent signs; what cannot be read so is no name that anything looks for. */
function withoutSecret(parameter: string, mark: string, name: string): string {
  try {
    return secretParameters.includes(decodeURIComponent(name)) ? `${mark}${name}=…` : parameter;
  } catch {
    return parameter;
  }
}
