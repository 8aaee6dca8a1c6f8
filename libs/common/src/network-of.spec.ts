import { networkOf } from './network-of';

describe('networkOf', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
    ['2001:db8:1:2:ffff::1', '2001:db8:1:2::'],
    ['', 'unknown'],
    ['no address', 'unknown'],
  ])('counts %p as %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
