import { Type } from 'class-transformer';
import { IsIn, IsOptional, IsString, ValidateNested } from 'class-validator';
import fc from 'fast-check';
import { AppError } from '@app/common';
import { knownFields, requestValidation } from './request-validation';

class ReceiverDto {
  @IsString() url!: string;
}

class LetterDto {
  @IsString() subject!: string;
  @IsOptional() @IsIn(['a', 'b'], { each: true }) copies?: string[];
  @IsOptional() @ValidateNested() @Type(() => ReceiverDto) receiver?: ReceiverDto;
  @IsOptional() @ValidateNested({ each: true }) @Type(() => ReceiverDto) others?: ReceiverDto[];
}

class VersionedDto {
  @IsString({ message: 'must be the version that you have read' }) version!: string;
}

const PROTOTYPE_NAMES = Object.getOwnPropertyNames(Object.prototype);
const validate = (value: unknown): Promise<unknown> =>
  requestValidation.transform(value, { type: 'body', metatype: LetterDto });

/** Wraps an object and counts the reads of its properties. */
function watched(object: object): { watched: object; asked: () => number } {
  let asked = 0;
  const trap =
    <A extends unknown[], R>(run: (...args: A) => R) =>
    (...args: A): R => {
      asked += 1;
      return run(...args);
    };
  const { get, has, ownKeys, getOwnPropertyDescriptor } = Reflect;
  const handler = {
    get: trap(get),
    has: trap(has),
    ownKeys: trap(ownKeys),
    getOwnPropertyDescriptor: trap(getOwnPropertyDescriptor),
  };
  return { watched: new Proxy(object, handler), asked: () => asked };
}

describe('a request value', () => {
  it('is read only for its known fields, however many others there are [SEC-19]', async () => {
    const others = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`unknown${i}`, i]));
    const asked: number[] = [];
    for (const count of [0, 10_000]) {
      const receiver = watched({ url: 'x', ...others(count) });
      const letter = watched({ subject: 'x', ...others(count), receiver: receiver.watched });
      expect(await validate(letter.watched)).toEqual({ subject: 'x', receiver: { url: 'x' } });
      asked.push(letter.asked(), receiver.asked());
    }
    expect(asked.slice(2)).toEqual(asked.slice(0, 2));
  });

  it('is refused if it is an absent body, but not if it is an absent parameter', async () => {
    await expect(requestValidation.transform(undefined, { type: 'body', metatype: Object })).rejects.toThrow(
      'The body is missing: send a JSON object',
    );
    expect(await requestValidation.transform(undefined, { type: 'query', metatype: String })).toBeUndefined();
  });

  it('keeps its known fields at every level', () => {
    const letter = {
      subject: 'x',
      copies: ['a'],
      receiver: { url: 'u', unknown: 1 },
      others: [{ url: 'v', unknown: 1 }, 'no object', null],
      unknown: {},
    };
    expect(knownFields(letter, LetterDto)).toEqual({
      subject: 'x',
      copies: ['a'],
      receiver: { url: 'u' },
      others: [{ url: 'v' }, 'no object', null],
    });
  });

  it('is validated by its own known fields, even if fields have names of Object.prototype', async () => {
    const name = fc.constantFrom(...PROTOTYPE_NAMES);
    const planted = fc.dictionary(name, fc.jsonValue(), { noNullPrototype: true });
    await fc.assert(
      fc.asyncProperty(planted, planted, async (outside, inside) => {
        const entries = Object.entries(outside);
        const at = JSON.parse(
          `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join()}}`,
        ) as object;
        expect(await validate({ subject: 'x', ...at, receiver: { url: 'x', ...inside } })).toEqual({
          subject: 'x',
          receiver: { url: 'x' },
        });
        await expect(validate({ ...at, receiver: inside })).rejects.toBeInstanceOf(AppError);
      }),
    );
  });

  it.each(PROTOTYPE_NAMES)(
    'is refused with %s if one of a set of words is expected [PRIV-103]',
    async (word) => {
      await expect(validate({ subject: 'x', copies: [word] })).rejects.toBeInstanceOf(AppError);
    },
  );

  it('has a message that keeps the name of its field as a word', async () => {
    await expect(requestValidation.transform({}, { type: 'body', metatype: VersionedDto })).rejects.toThrow(
      /^version must be the version that you have read$/,
    );
  });

  it('has one message for each invalid field, and the path of a nested one', async () => {
    const letter = { subject: 1, copies: ['c'], receiver: {}, others: [{ url: 'x' }, { url: 2 }] };
    await expect(validate(letter)).rejects.toMatchObject({
      code: 'bad_request',
      details: {
        errors: [
          { field: 'subject', message: 'must be a string' },
          { field: 'copies', message: expect.any(String) },
          { field: 'receiver.url', message: 'must be a string' },
          { field: 'others.1.url', message: 'must be a string' },
        ],
      },
    });
  });

  it('is refused without quoting it', async () => {
    const refused = validate({ subject: { secret: 'Hans Müller' }, copies: ['Hans Müller'] });
    await expect(refused).rejects.toThrow(
      expect.objectContaining({ message: expect.not.stringMatching(/Müller/) }),
    );
  });
});
