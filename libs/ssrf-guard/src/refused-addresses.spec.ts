import { AddressRules, NameResolver, type Resolution, locate, readTarget } from './target';

/** Names as an attacker would register them, and some ordinary ones. */
const NAMES: Readonly<Record<string, Resolution>> = {
  'good.example': { kind: 'found', addresses: ['93.184.215.14'] },
  'good6.example': { kind: 'found', addresses: ['2606:2800:21f:cb07:6820:80da:af6b:8b2c'] },
  'mixed.example': { kind: 'found', addresses: ['93.184.215.14', '10.0.0.5'] },
  'mixed6.example': { kind: 'found', addresses: ['93.184.215.14', '::1'] },
  'inside.example': { kind: 'found', addresses: ['192.168.1.10'] },
  'metadata.example': { kind: 'found', addresses: ['169.254.169.254'] },
  'mapped.example': { kind: 'found', addresses: ['::ffff:127.0.0.1'] },
  'unknown.example': { kind: 'unknown' },
  'trouble.example': { kind: 'trouble' },
  localhost: { kind: 'found', addresses: ['127.0.0.1', '::1'] },
};

class TableResolver extends NameResolver {
  async resolve(name: string): Promise<Resolution> {
    return NAMES[name] ?? { kind: 'unknown' };
  }
}

async function verdict(address: string, allowed: readonly string[] = [], allowHttp = false): Promise<string> {
  const target = readTarget(address, allowHttp);
  if (!target) return 'refused';
  return (await locate(target, new AddressRules(allowed), new TableResolver())).kind;
}

describe('the target of a webhook', () => {
  it.each([
    // Other schemes, and malformed addresses
    'http://good.example/',
    'ftp://good.example/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'gopher://good.example:70/',
    'good.example/hook',
    '//good.example/hook',
    'https://',
    'https://[fe80::1%25eth0]/',
    'https://300.1.1.1/',
    'https://1.2.3.4.5/',
    `https://good.example/${'a'.repeat(2_048)}`,
    // Credentials
    'https://user:pass@good.example/',
    'https://user@good.example/',
    'https://:pass@good.example/',
    'https://good.example@127.0.0.1/',
    // Ports
    'https://good.example:22/',
    'https://good.example:25/',
    'https://good.example:80/',
    'https://good.example:1023/',
    'https://good.example:0/',
    'https://good.example:65536/',
    // Loopback in all notations
    'https://127.0.0.1/',
    'https://127.1/',
    'https://127.0.1/',
    'https://0177.0.0.1/',
    'https://0x7f.0.0.1/',
    'https://0x7f000001/',
    'https://2130706433/',
    'https://017700000001/',
    'https://127.255.255.254/',
    'https://127.0.0.1./',
    'https://%31%32%37.0.0.1/',
    'https://１２７.０.０.１/',
    'https://①②⑦.⓪.⓪.①/',
    'https://localhost/',
    'https://LOCALHOST/',
    'https://localhost./',
    'https://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/',
    'https://ｌｏｃａｌｈｏｓｔ/',
    'https://local\u00adhost/',
    // "This" network, private, shared, link-local and metadata
    'https://0.0.0.0/',
    'https://0/',
    'https://0.1.2.3/',
    'https://10.0.0.1/',
    'https://10.255.255.255/',
    'https://100.64.0.1/',
    'https://100.127.255.255/',
    'https://169.254.169.254/latest/meta-data/',
    'https://168.63.129.16/machine?comp=goalstate',
    'https://[::ffff:168.63.129.16]/',
    'https://0xa9fea9fe/',
    'https://2852039166/',
    'https://172.16.0.1/',
    'https://172.31.255.255/',
    'https://192.168.0.1/',
    'https://192.168.255.255/',
    // Special-purpose IPv4
    'https://192.0.0.8/',
    'https://192.0.2.1/',
    'https://192.88.99.1/',
    'https://198.18.0.1/',
    'https://198.19.255.255/',
    'https://198.51.100.7/',
    'https://203.0.113.9/',
    'https://224.0.0.1/',
    'https://239.255.255.250/',
    'https://240.0.0.1/',
    'https://255.255.255.255/',
    // IPv6: unspecified, loopback, link-local, site-local, unique local, multicast, discard
    'https://[::]/',
    'https://[::1]/',
    'https://[0:0:0:0:0:0:0:1]/',
    'https://[fe80::1]/',
    'https://[febf::1]/',
    'https://[fec0::1]/',
    'https://[fc00::1]/',
    'https://[fd12:3456:789a::1]/',
    'https://[fd00:ec2::254]/',
    'https://[ff02::1]/',
    'https://[100::1]/',
    // IPv4 inside IPv6: mapped, compatible, translated, NAT64, 6to4, Teredo
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[::ffff:169.254.169.254]/',
    'https://[::127.0.0.1]/',
    'https://[::ffff:0:127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[64:ff9b::10.0.0.1]/',
    'https://[64:ff9b:1::1]/',
    'https://[2002:7f00:1::1]/',
    'https://[2002:a00:1::]/',
    'https://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/',
    // Documentation, benchmarking, ORCHID, segment routing
    'https://[2001:db8::1]/',
    'https://[3fff::1]/',
    'https://[2001:2::1]/',
    'https://[2001:10::1]/',
    'https://[2001:20::1]/',
    'https://[5f00::1]/',
    'https://[4000::1]/',
    // Names with internal addresses, including one internal address among public ones
    'https://inside.example/',
    'https://metadata.example/',
    'https://mapped.example/',
    'https://mixed.example/',
    'https://mixed6.example/',
  ])('refuses %s [SEC-41]', async (address) => {
    expect(await verdict(address)).toBe('refused');
  });

  it.each([
    'https://good.example/',
    'https://good.example./',
    'https://GOOD.example:443/hook?token=x#part',
    'https://good.example:8443/',
    'https://good6.example/',
    'https://93.184.215.14/',
    'https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/',
    'https://100.63.255.255/',
    'https://172.32.0.1/',
  ])('allows %s', async (address) => {
    expect(await verdict(address)).toBe('allowed');
  });

  it('distinguishes an unknown name from a failing resolver', async () => {
    expect(await verdict('https://unknown.example/')).toBe('unknown');
    expect(await verdict('https://trouble.example/')).toBe('trouble');
  });

  it('allows exactly the networks of the allow-list', async () => {
    const networks = ['10.1.0.0/16', 'fd00::/8'];
    expect(await verdict('https://10.1.2.3/', networks)).toBe('allowed');
    expect(await verdict('https://[::ffff:10.1.2.3]/', networks)).toBe('allowed');
    expect(await verdict('https://[fd12::1]/', networks)).toBe('allowed');
    expect(await verdict('https://10.2.0.1/', networks)).toBe('refused');
    expect(await verdict('https://[fe80::1]/', networks)).toBe('refused');
    expect(await verdict('https://127.0.0.1/', networks)).toBe('refused');
    expect(await verdict('https://inside.example/', networks)).toBe('refused');
    expect(await verdict('https://inside.example/', ['192.168.1.0/24'])).toBe('allowed');
    expect(await verdict('https://good.example/', networks)).toBe('allowed');
  });

  it('allows plain http only if requested', async () => {
    expect(await verdict('http://good.example/', [], true)).toBe('allowed');
    expect(await verdict('http://good.example:8080/', [], true)).toBe('allowed');
    expect(await verdict('http://good.example:443/', [], true)).toBe('refused');
    expect(await verdict('http://127.0.0.1/', [], true)).toBe('refused');
  });

  it('prefers the IPv4 addresses of a name', async () => {
    const both = { kind: 'found', addresses: ['2606:2800::1', '93.184.215.14'] } as const;
    const resolver = Object.assign(new TableResolver(), { resolve: async () => both });
    const target = readTarget('https://both.example/', false)!;
    expect(await locate(target, new AddressRules([]), resolver)).toEqual({
      kind: 'allowed',
      addresses: ['93.184.215.14', '2606:2800::1'],
    });
  });
});
