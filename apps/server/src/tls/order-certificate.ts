import { Agent } from 'node:https';
import { axios, Client, crypto } from 'acme-client';
import type { AcmeSettings } from '../config/tls-settings.ts';
import type { KeyPair } from '../shared/server-certificate.ts';
import type { AcmeStore } from './acme-store.ts';

const requestMs = 30_000;
const polling = { backoffMin: 1000, backoffMax: 15_000 };

/** Orders a certificate with a new key. The authority verifies each domain over HTTP. */
export async function orderCertificate(settings: AcmeSettings, store: AcmeStore): Promise<KeyPair> {
  const client = await openClient(settings, store);
  const [key, csr] = await crypto.createCsr(
    { altNames: [...settings.domains] },
    await crypto.createPrivateEcdsaKey(),
  );
  const cert = await client.auto({
    csr,
    challengePriority: ['http-01'],
    // A server behind a router often cannot reach itself under its public name.
    skipChallengeVerification: true,
    challengeCreateFn: (_authorization, { token }, response) =>
      store.writeChallenge(token, response),
    challengeRemoveFn: (_authorization, { token }) => store.deleteChallenge(token),
  });
  return { cert, key: key.toString() };
}

/** Opens the account at the authority, and creates it at the first order. */
async function openClient(settings: AcmeSettings, store: AcmeStore): Promise<Client> {
  const { directoryUrl, email, ca } = settings;
  axios.defaults.timeout = requestMs;
  // The interceptors of acme-client retry requests, and hide the reason of a network error.
  axios.interceptors.request.clear();
  axios.interceptors.response.clear();
  if (ca) axios.defaults.httpsAgent = new Agent({ ca });
  const stored = await store.readAccount(directoryUrl);
  if (stored) {
    const { key: accountKey, url: accountUrl } = stored;
    return new Client({ directoryUrl, accountKey, accountUrl, ...polling });
  }
  const accountKey = (await crypto.createPrivateEcdsaKey()).toString();
  const client = new Client({ directoryUrl, accountKey, ...polling });
  await client.createAccount({
    termsOfServiceAgreed: true,
    ...(email ? { contact: [`mailto:${email}`] } : {}),
  });
  // Authorities reject a second creation, so the key is stored together with the URL.
  await store.writeAccount(directoryUrl, { url: client.getAccountUrl(), key: accountKey });
  return client;
}
