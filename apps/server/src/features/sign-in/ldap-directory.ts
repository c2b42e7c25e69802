import { FairSlots } from '@millrace/build-host/threads/fair-slots';
import { errorMessage } from '@millrace/node-kit/error-message';
import type { Logger } from '@millrace/node-kit/logger';
import { StartError } from '@millrace/node-kit/start-error';
import {
  AndFilter,
  type Client,
  type Entry,
  EqualityFilter,
  type Filter,
  FilterParser,
  InappropriateAuthError,
  InvalidCredentialsError,
} from 'ldapts';
import type { LdapSettings } from '../../config/ldap-settings.ts';
import type { ExternalPerson } from '../../domain/external-person.ts';
import { DirectoryAwayError } from './directory-away-error.ts';
import { withConnection } from './ldap-connection.ts';
import { readIdentifier, readSubject, readTexts } from './ldap-entry.ts';
import { fillFilter, limitToNames } from './ldap-filter.ts';

/** Attributes that usually identify an entry: of OpenLDAP and others, and of Active Directory. */
const usualIds = ['entryUUID', 'objectGUID'];
const binaryIds = ['objectGUID'];
/** Letters, digits and marks, without characters that directories ignore when they compare. */
const plainLogin = /^[\p{L}\p{N}\p{P}\p{S} ]{1,250}$/u;
const maxConnections = 10;
const maxWaiting = 64;
const maxGroups = 1000;

interface Deps {
  logger: Pick<Logger, 'warn'>;
  /** Lists the names of groups that teams have. */
  listMappedGroups: () => Promise<readonly string[]>;
}

/** An LDAP directory. A person signs in with the password of the only entry that the filter finds. */
export class LdapDirectory {
  private readonly settings: LdapSettings;
  private readonly deps: Deps;
  private readonly slots = new FairSlots(maxConnections, {
    waiting: maxWaiting,
    refusal: () => new DirectoryAwayError(),
  });

  constructor(settings: LdapSettings, deps: Deps) {
    this.settings = settings;
    this.deps = deps;
    requireFilter('MILLRACE_LDAP_FILTER', settings.filter);
    requireFilter('MILLRACE_LDAP_GROUP_FILTER', settings.groupFilter);
  }

  /**
   * Returns the person, or null if login and password do not match. `address` is the client's address.
   *
   * @throws DirectoryAwayError
   */
  async authenticate(
    login: string,
    password: string,
    address: string,
  ): Promise<ExternalPerson | null> {
    // Directories accept a bind with an empty password without checking anything.
    if (!password || !plainLogin.test(login)) return null;
    return this.ask(address, async (client) => {
      const filter = fillFilter(this.settings.filter, { login });
      const entry = await this.findEntry(client, FilterParser.parseString(filter));
      if (!entry) return null;
      const person = await this.readPerson(client, entry);
      return (await isAccepted(client, entry.dn, password)) ? person : null;
    });
  }

  /**
   * Reads a person again, by the subject of an earlier sign-in. Null if the directory no longer lists the
   * person.
   *
   * @throws DirectoryAwayError
   */
  findBySubject(subject: string): Promise<ExternalPerson | null> {
    return this.ask('', async (client) => {
      const { attribute, value } = readSubject(subject, binaryIds);
      const others = this.settings.filter.replaceAll('{login}', '*');
      const filters = [new EqualityFilter({ attribute, value }), FilterParser.parseString(others)];
      const entry = await this.findEntry(client, new AndFilter({ filters }));
      return entry && this.readPerson(client, entry);
    });
  }

  private async ask<Answer>(
    callerKey: string,
    question: (client: Client) => Promise<Answer>,
  ): Promise<Answer> {
    const { service, url } = this.settings;
    try {
      return await this.slots.run(callerKey, () =>
        withConnection(this.settings, async (client) => {
          if (service) await client.bind(service.dn, service.password);
          return question(client);
        }),
      );
    } catch (error) {
      if (error instanceof DirectoryAwayError) throw error;
      this.deps.logger.warn(
        { url, reason: errorMessage(error) },
        'The LDAP directory cannot be used',
      );
      throw new DirectoryAwayError();
    }
  }

  /** Finds the only entry that matches. Referrals to other directories are ignored. */
  private async findEntry(client: Client, filter: Filter): Promise<Entry | null> {
    const { base, loginAttribute, emailAttribute, idAttribute, timeoutMs } = this.settings;
    const { searchEntries } = await client.search(base, {
      scope: 'sub',
      filter,
      sizeLimit: 2,
      timeLimit: Math.ceil(timeoutMs / 1000),
      attributes: [
        loginAttribute,
        emailAttribute,
        'cn',
        ...(idAttribute ? [idAttribute] : usualIds),
      ],
      explicitBufferAttributes: binaryIds,
    });
    if (searchEntries.length > 1) {
      throw new Error(`MILLRACE_LDAP_FILTER matches several entries, as ${searchEntries[0]?.dn}`);
    }
    return searchEntries[0] ?? null;
  }

  private async readPerson(client: Client, entry: Entry): Promise<ExternalPerson> {
    const { loginAttribute, emailAttribute, idAttribute } = this.settings;
    const [login] = readTexts(entry, loginAttribute);
    const subject = readIdentifier(entry, idAttribute ? [idAttribute] : usualIds);
    if (!login) throw new Error(`${entry.dn} has no ${loginAttribute}`);
    if (!subject) throw new Error(`${entry.dn} has no id: set MILLRACE_LDAP_ID_ATTRIBUTE`);
    return {
      provider: 'ldap',
      issuer: '',
      subject,
      login,
      name: readTexts(entry, 'cn')[0] ?? '',
      email: readTexts(entry, emailAttribute)[0] ?? '',
      groups: await this.listGroups(client, { dn: entry.dn, login }),
    };
  }

  /** Lists the groups of a person that the settings or teams name, in lower case. */
  private async listGroups(
    client: Client,
    person: { dn: string; login: string },
  ): Promise<string[]> {
    const { groupBase, groupFilter, rules, timeoutMs } = this.settings;
    const mapped = (await this.deps.listMappedGroups()).map((name) => name.toLowerCase());
    const wanted = [...new Set([...rules.allowedGroups, ...rules.adminGroups, ...mapped])];
    if (wanted.length === 0) return [];
    const { searchEntries } = await client.search(groupBase, {
      scope: 'sub',
      filter: limitToNames(fillFilter(groupFilter, person), wanted),
      sizeLimit: maxGroups,
      timeLimit: Math.ceil(timeoutMs / 1000),
      attributes: ['cn'],
    });
    return searchEntries.flatMap((group) =>
      readTexts(group, 'cn').map((name) => name.toLowerCase()),
    );
  }
}

async function isAccepted(client: Client, dn: string, password: string): Promise<boolean> {
  try {
    await client.bind(dn, password);
    return true;
  } catch (error) {
    const isWrong =
      error instanceof InvalidCredentialsError || error instanceof InappropriateAuthError;
    if (isWrong) return false;
    throw error;
  }
}

function requireFilter(variable: string, filter: string): void {
  try {
    FilterParser.parseString(fillFilter(filter, { dn: 'cn=x', login: 'x' }));
  } catch (error) {
    throw new StartError(`${variable} is not an LDAP filter: ${errorMessage(error)}.`);
  }
}
