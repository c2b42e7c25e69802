import { z } from 'zod/mini';

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group';

/** Okta and Entra ID write them as text at times. */
const flag = z.union([
  z.boolean(),
  z.pipe(
    z.string().check(z.regex(/^(true|false)$/i)),
    z.transform((text) => text.toLowerCase() === 'true'),
  ),
]);
const text = z.string().check(z.trim(), z.maxLength(250));
const optionalText = z.nullish(text);

const name = z.object({
  formatted: optionalText,
  givenName: optionalText,
  familyName: optionalText,
});

const email = z.object({ value: text, primary: z.nullish(flag), type: optionalText });

/** Attributes of a user that are stored. Others are ignored, as RFC 7644 says. */
export const scimUser = z.object({
  userName: text.check(z.minLength(1)),
  externalId: optionalText,
  displayName: optionalText,
  name: z.nullish(name),
  emails: z.nullish(z.array(email)),
  active: z.nullish(flag),
});
export type ScimUser = z.infer<typeof scimUser>;

const member = z.object({ value: text });

export const scimGroup = z.object({
  displayName: text.check(z.minLength(1)),
  externalId: optionalText,
  members: z.nullish(z.array(member)),
});
export type ScimGroup = z.infer<typeof scimGroup>;

/** Operations of a PATCH. Entra ID begins their names with a capital. */
export const patchRequest = z.object({
  Operations: z
    .array(
      z.object({
        op: z.pipe(
          z.string(),
          z.pipe(
            z.transform((op: string) => op.toLowerCase()),
            z.enum(['add', 'replace', 'remove']),
          ),
        ),
        path: z.optional(z.string().check(z.maxLength(500))),
        value: z.optional(z.unknown()),
      }),
    )
    .check(z.minLength(1), z.maxLength(1000)),
});
export type PatchOperation = z.infer<typeof patchRequest>['Operations'][number];
