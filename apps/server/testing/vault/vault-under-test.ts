/** A Vault with a key/value engine of version 2 at `secret/`, as its development mode has it. */
export interface VaultUnderTest {
  url: string;
  rootToken: string;
  stop(): Promise<void>;
}

/** Makes a call of Vault's API as an administrator. */
export async function callVault<Answer = unknown>(
  { url, rootToken }: VaultUnderTest,
  path: string,
  body?: object,
): Promise<Answer> {
  const response = await fetch(`${url}/v1/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'x-vault-token': rootToken },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`Vault answered ${response.status} for ${path}: ${text}`);
  return (text ? JSON.parse(text) : undefined) as Answer;
}
