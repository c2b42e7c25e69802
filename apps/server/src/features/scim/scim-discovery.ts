import { maxCount } from './read-query.ts';
import { groupSchema, userSchema } from './scim-schemas.ts';

/** Lists the abilities of this server, by RFC 7643, section 5. */
export function describeProvider(base: string) {
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: maxCount },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: false },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Access token',
        description: 'An access token with the scope Administration, of a system admin',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
  };
}

export function listResourceTypes(base: string) {
  return [
    { name: 'User', endpoint: '/Users', schema: userSchema },
    { name: 'Group', endpoint: '/Groups', schema: groupSchema },
  ].map((type) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    id: type.name,
    ...type,
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${type.name}` },
  }));
}

/** Attributes that are stored, by RFC 7643, section 7. */
export function listSchemas(base: string) {
  return [
    {
      id: userSchema,
      name: 'User',
      attributes: [
        { ...text('userName'), required: true, uniqueness: 'server' },
        { ...text('externalId'), caseExact: true },
        text('displayName'),
        complex('name', false, [text('formatted'), text('givenName'), text('familyName')]),
        complex('emails', true, [text('value'), text('type'), flag('primary')]),
        flag('active'),
        { ...complex('groups', true, [text('value'), text('display')]), mutability: 'readOnly' },
      ],
    },
    {
      id: groupSchema,
      name: 'Group',
      attributes: [
        { ...text('displayName'), required: true, uniqueness: 'server', caseExact: true },
        { ...text('externalId'), caseExact: true },
        complex('members', true, [text('value'), text('display')]),
      ],
    },
  ].map((schema) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
    ...schema,
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${schema.id}` },
  }));
}

const usual = {
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
};

function text(name: string) {
  return { name, type: 'string', ...usual };
}

function flag(name: string) {
  return { name, type: 'boolean', ...usual };
}

function complex(name: string, multiValued: boolean, subAttributes: readonly object[]) {
  return { name, type: 'complex', ...usual, multiValued, subAttributes };
}
