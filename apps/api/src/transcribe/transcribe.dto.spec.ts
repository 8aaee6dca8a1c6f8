import fc from 'fast-check';
import { AppError } from '@app/common';
import { requestValidation } from '../http/request-validation';
import { SubmitTranscriptionDto } from './transcribe.dto';

const read = (body: object): Promise<unknown> =>
  requestValidation.transform(body, { type: 'body', metatype: SubmitTranscriptionDto });
const FORM = { lang: 'en', webhook_url: 'https://localhost/webhook' };

describe('the fields of a recording', () => {
  it('are strings, as in forms', async () => {
    expect(await read({ ...FORM, choices: 'Names, Phone', anonymized: 'false', timestamps: 'true' })).toEqual(
      {
        ...FORM,
        choices: ['Names', 'Phone'],
        anonymized: false,
        timestamps: true,
      },
    );
  });

  it('are refused with a message if they are not strings, such as names of Object.prototype', async () => {
    const name = fc.constantFrom(...Object.getOwnPropertyNames(Object.prototype));
    // Names such as `timestamps[toString]` create objects in a form's fields.
    const value = fc.oneof(name, fc.dictionary(name, name, { minKeys: 1, noNullPrototype: true }));
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('anonymized', 'timestamps'), value, async (field, given) => {
        await expect(read({ ...FORM, [field]: given })).rejects.toBeInstanceOf(AppError);
      }),
    );
  });
});
