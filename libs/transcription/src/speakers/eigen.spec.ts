import fc from 'fast-check';
import { eigenOf } from './eigen';

const matrices = fc.integer({ min: 1, max: 12 }).chain((size) =>
  fc
    .array(fc.oneof(fc.constant(0), fc.double({ min: -10, max: 10, noNaN: true })), {
      minLength: size * size,
      maxLength: size * size,
    })
    .map((values) => ({
      size,
      matrix: Float64Array.from(values, (_, k) => {
        const [i, j] = [Math.floor(k / size), k % size];
        return values[i * size + j]! + values[j * size + i]!;
      }),
    })),
);

describe('the eigenvalues of a symmetric matrix', () => {
  it('ascend, and their vectors are orthogonal and restore the matrix', () => {
    fc.assert(
      fc.property(matrices, ({ size, matrix }) => {
        const { values, vectors } = eigenOf(matrix, size);
        const sum = (of: (k: number) => number) =>
          Array.from({ length: size }, (_, k) => of(k)).reduce((a, b) => a + b, 0);
        for (let i = 0; i < size; i++) {
          if (i > 0) expect(values[i]).toBeGreaterThanOrEqual(values[i - 1]!);
          for (let j = 0; j < size; j++) {
            const product = sum((k) => vectors[i * size + k]! * vectors[j * size + k]!);
            expect(product).toBeCloseTo(i === j ? 1 : 0, 8);
            const restored = sum((k) => values[k]! * vectors[k * size + i]! * vectors[k * size + j]!);
            expect(restored).toBeCloseTo(matrix[i * size + j]!, 8);
          }
        }
      }),
    );
  });
});
