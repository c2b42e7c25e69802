import { BlockList, type IPVersion, type SocketAddress } from 'node:net';

/** Networks that are not public unicast addresses, from the IANA special-purpose registries. */
const special: Record<IPVersion, string[]> = {
  ipv4: [
    '0.0.0.0/8',
    '10.0.0.0/8',
    '100.64.0.0/10',
    '127.0.0.0/8',
    '169.254.0.0/16',
    '172.16.0.0/12',
    '192.0.0.0/24',
    '192.0.2.0/24',
    '192.88.99.0/24',
    '192.168.0.0/16',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '224.0.0.0/3',
  ],
  // First everything outside of 2000::/3, including IPv4 addresses mapped to IPv6.
  ipv6: ['::/3', '4000::/2', '8000::/1', '2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
};

/** Addresses that Millrace does not connect to on behalf of a user, except those in `open`. */
export class ClosedNetworks extends BlockList {
  private readonly closed: Record<IPVersion, BlockList>;
  private readonly open: BlockList;

  constructor(open: string[]) {
    super();
    this.open = listOf(open);
    // In one list, the IPv6 networks with mapped IPv4 addresses would match all IPv4 addresses.
    this.closed = { ipv4: listOf(special.ipv4), ipv6: listOf(special.ipv6) };
  }

  override check(asked: string | SocketAddress, version: IPVersion = 'ipv4'): boolean {
    const { address, family } =
      typeof asked === 'string' ? { address: asked, family: version } : asked;
    return !this.open.check(address, family) && this.closed[family].check(address, family);
  }
}

/** Returns the networks in the list above that contain an address. */
export function closedNetworksOf(address: string): string[] {
  const version = address.includes(':') ? 'ipv6' : 'ipv4';
  return special[version].filter((network) => listOf([network]).check(address, version));
}

function listOf(networks: string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = address.includes(':') ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}
