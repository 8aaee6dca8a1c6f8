import { createSecretKey } from 'node:crypto';
import fc from 'fast-check';
import { KeyRing } from '@app/crypto';
import { Thoughts } from './thoughts';

const keyRing = (byte: number) => new KeyRing([{ id: 'k', key: createSecretKey(Buffer.alloc(32, byte)) }]);
const thoughts = new Thoughts(keyRing(1), 'one');

describe('Thoughts', () => {
  it('return the signature of the provider for a text that they signed', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (text, signature) => {
        expect(thoughts.verify(text, thoughts.sign(text, signature))).toBe(signature);
      }),
    );
  });

  it('return nothing for another text, signature, scope or key', () => {
    const others = [new Thoughts(keyRing(1), 'two'), new Thoughts(keyRing(2), 'one')];
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string({ minLength: 1 }), (text, signature, more) => {
        const signed = thoughts.sign(text, signature);
        expect(thoughts.verify(text + more, signed)).toBeUndefined();
        expect(thoughts.verify(text, signed + more)).toBeUndefined();
        expect(thoughts.verify(text, more + signed)).toBeUndefined();
        for (const other of others) expect(other.verify(text, signed)).toBeUndefined();
        expect(thoughts.verify(text, signature)).toBeUndefined();
      }),
    );
  });
});
