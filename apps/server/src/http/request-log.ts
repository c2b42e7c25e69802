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
  return {
    method,
    url: withoutReportToken(url).replace(/([?&])([^=&]+)=[^&]*/g, withoutSecret),
    ip,
  };
}

function withoutSecret(parameter: string, mark: string, name: string): string {
  return secretParameters.includes(decode(name)) ? `${mark}${name}=…` : parameter;
}

/** The second part of the address of an HTML report gives access to it. */
function withoutReportToken(url: string): string {
  const [root, first = '', token, ...rest] = url.split('/');
  const isReport = token !== undefined && decode(first) === 'reports';
  return isReport ? [root, first, '…', ...rest].join('/') : url;
}

/** Names may be percent-encoded. One that cannot be decoded matches nothing. */
function decode(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return '';
  }
}
