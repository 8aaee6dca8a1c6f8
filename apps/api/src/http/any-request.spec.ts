import 'reflect-metadata';
import type { Type } from '@nestjs/common';
import { MODULE_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum';
import fc from 'fast-check';
import { AppError } from '@app/common';
import { AdminModule, AiModule, IdmModule } from '../endpoints.module';
import { knownFields, requestValidation } from './request-validation';

type Kind = 'body' | 'query' | 'param';
const KINDS: Readonly<Record<string, Kind>> = {
  [RouteParamtypes.BODY]: 'body',
  [RouteParamtypes.QUERY]: 'query',
  [RouteParamtypes.PARAM]: 'param',
};
interface Read {
  dto: Type;
  kind: Kind;
}

/** Returns the classes by which the routes read bodies, queries and parameters. */
function readByRoutes(): [string, Read][] {
  const found = new Map<string, Read>();
  for (const module of [AdminModule, AiModule, IdmModule])
    for (const controller of Reflect.getMetadata(MODULE_METADATA.CONTROLLERS, module) as Type[])
      for (const method of Object.getOwnPropertyNames(controller.prototype)) {
        const types = Reflect.getMetadata('design:paramtypes', controller.prototype as object, method) as
          | Type[]
          | undefined;
        const args = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, method) ?? {}) as Record<
          string,
          { index: number; data?: unknown }
        >;
        for (const [key, { index, data }] of Object.entries(args)) {
          const kind = KINDS[key.split(':')[0]!];
          const dto = types?.[index];
          if (kind && dto && data === undefined && dto.name.endsWith('Dto'))
            found.set(dto.name, { dto, kind });
        }
      }
  return [...found.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1));
}

/** Returns the names of the fields that a class declares. */
function fieldsOf(dto: Type): string[] {
  const names: string[] = [];
  const asked = new Proxy(
    {},
    { getOwnPropertyDescriptor: (_, name) => (names.push(String(name)), undefined) },
  );
  knownFields(asked, dto);
  return names;
}

const PLANTED = 'Hans Müller-Lüdenscheid';
const NUMBERS = [0, -1, 1.5, 1e308, 2 ** 53, -0];
const texts = fc.oneof(
  fc.string(),
  fc.constantFrom('', ' ', '\0', '\ud800', 'a\udfff', PLANTED, 'x'.repeat(10_001), '__proto__', 'true'),
);
const values = fc.oneof(
  { weight: 2, arbitrary: texts },
  fc.constantFrom(...NUMBERS, null, undefined, true, false, [], {}, [[]], [null], [PLANTED], { a: PLANTED }),
  fc.array(fc.oneof(texts, fc.constantFrom(...NUMBERS, null, {}, [])), { maxLength: 3 }),
  fc.jsonValue({ maxDepth: 2 }),
);
/** The values in addresses: a repeated name has a list. */
const ofAddresses = fc.oneof(texts, fc.array(texts, { minLength: 2, maxLength: 3 }));

describe('a request of any form', () => {
  const classes = readByRoutes();
  const read = ({ dto, kind }: Read, value: unknown): Promise<unknown> =>
    requestValidation.transform(value, { type: kind, metatype: dto });

  it('is read by a class on many routes', () => {
    expect(classes.length).toBeGreaterThan(40);
  });

  it.each(classes)(
    'is accepted as %s, or refused with bad_request, its fields and no value',
    async (_, by) => {
      const fields = fieldsOf(by.dto);
      expect(fields).not.toEqual([]);
      const given = by.kind === 'body' ? values : ofAddresses;
      const anything = fc.record(Object.fromEntries(fields.map((field) => [field, given])), {
        requiredKeys: [],
      });
      await fc.assert(
        fc.asyncProperty(anything, async (value) => {
          try {
            await read(by, value);
          } catch (error) {
            expect(error).toBeInstanceOf(AppError);
            const { code, message, details } = error as AppError;
            expect(code).toBe('bad_request');
            expect(message).not.toContain(PLANTED);
            expect(details.errors?.length).toBeGreaterThan(0);
            for (const { field, message: ofField } of details.errors!) {
              expect(fields).toContain(field.split('.')[0]);
              expect(ofField).toMatch(/^[a-z]/);
              expect(message).toContain(`${field} ${ofField}`);
            }
          }
        }),
        { numRuns: 10 },
      );
    },
  );
});
