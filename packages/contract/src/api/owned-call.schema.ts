import { type Audit, type CallDetails, defineDetails, type Schema } from './endpoint.ts';

type Optional = Schema | undefined;

/** Details of an {@link OwnedCall}, in the same order. */
export type OwnedDetails<
  Body extends Optional = Optional,
  Output extends Optional = Optional,
> = readonly [
  repo: CallDetails<undefined, Body, Output>,
  org: CallDetails<undefined, Body, Output>,
  server: CallDetails<undefined, Body, Output>,
];

interface Details<Body, Output> {
  summaries: { repo: string; org: string; server: string };
  /** Why the interface does not make the calls. Absent for calls that it makes. */
  forPrograms?: string;
  /** Set for every change. */
  audit?: Audit;
  body?: Body;
  output?: Output;
  /** Set if the things of a repository need admin permission instead of write permission. */
  ofAdmins?: true;
  /** Set if existing servers have the calls of repositories and organizations. */
  ignoresUnknown?: true;
}

/**
 * Describes a call of each kind of owner. Things of a repository usually need write permission, and the scope `admin` of an access
 * token to change them. Members of an organization list its things, owners change them. Those of the server need a system
 * admin.
 */
export function defineOwnedDetails<
  Body extends Optional = undefined,
  Output extends Optional = undefined,
>({
  summaries,
  ignoresUnknown,
  ofAdmins,
  ...call
}: Details<Body, Output>): OwnedDetails<Body, Output> {
  // Every change is in the audit log.
  const isChange = call.audit !== undefined;
  const existing = {
    ...call,
    ...(ignoresUnknown && { ignoresUnknown }),
    // Answers contain no values of secrets.
    ...(!isChange && { forAuditors: true as const }),
  };
  return [
    defineDetails({
      access: ofAdmins ? 'admin' : 'write',
      ...(isChange ? { accessToken: 'admin' } : {}),
      summary: summaries.repo,
      ...existing,
    }),
    defineDetails({
      access: isChange ? 'owner' : 'member',
      summary: summaries.org,
      ...existing,
    }),
    defineDetails({ access: 'system', summary: summaries.server, ...call }),
  ];
}
