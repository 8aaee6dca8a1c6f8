import { Controller, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { serve, type Served } from '../../testing/serve';
import { refuseOtherMethods } from './allowed-methods';
import { refuseUpgrades } from './refuse-upgrades';
import { refuseKeysInAddresses } from '../gemini/refuse-keys-in-addresses';

@Controller('job')
class Jobs {
  @Post('anonymize')
  @HttpCode(202)
  submit(): object {
    return {};
  }

  @Get(':id')
  read(@Param('id') id: string): object {
    return { id };
  }

  @Delete(':id')
  remove(@Param('id') id: string): object {
    return { id };
  }

  @Put(':id/pin')
  pin(): object {
    return {};
  }
}

describe('an address', () => {
  let served: Served;
  beforeAll(async () => {
    served = await serve({ controllers: [Jobs] });
    const { stack } = (served.app.getHttpAdapter().getInstance() as { router: { stack: unknown[] } }).router;
    served.app.use(refuseUpgrades, refuseOtherMethods, refuseKeysInAddresses);
    // They were added behind the routes, where the api adds them before.
    stack.unshift(...stack.splice(-3));
  });
  afterAll(() => served.close());

  const answered = async (method: string, path: string, headers: Record<string, string> = {}) => {
    const { status, headers: sent, json } = await served.ask(path, { method, headers });
    return { status, allow: sent.get('allow'), message: (json as { message?: string } | undefined)?.message };
  };

  it.each([
    ['GET', 'job/1', 200],
    ['HEAD', 'job/1', 200],
    ['DELETE', 'job/1', 200],
    ['PUT', 'job/1/pin', 200],
    ['POST', 'job/anonymize', 202],
  ])('answers %s %s', async (method, path, status) => {
    expect((await answered(method, path)).status).toBe(status);
  });

  it.each([
    ['POST', 'job/1', 'GET, DELETE'],
    ['PATCH', 'job/1', 'GET, DELETE'],
    ['GET', 'job/1/pin', 'PUT'],
    ['GET', 'job/anonymize', 'POST'],
    ['DELETE', 'job/anonymize', 'POST'],
    ['HEAD', 'job/anonymize', 'POST'],
  ])('names its methods if it does not support %s %s', async (method, path, allow) => {
    const message = method === 'HEAD' ? undefined : `This address supports ${allow}`;
    expect(await answered(method, path)).toEqual({ status: 405, allow, message });
  });

  it.each(['nowhere', 'job', 'job/1/pin/2', 'jobs/1', 'job/anonymize/1'])('is unknown: %s', async (path) => {
    expect(await answered('GET', path)).toEqual({
      status: 404,
      allow: null,
      message: 'There is no such address; see /docs for those that exist',
    });
  });

  it('has parameters that no statement or path ends', async () => {
    const { json } = await served.ask(`job/${encodeURIComponent('../anonymize')}`);
    expect(json).toEqual({ id: '../anonymize' });
  });

  it('with a percent sign that encodes nothing is malformed', async () => {
    expect(await answered('GET', 'job/%E0%A4%A')).toMatchObject({
      status: 400,
      message: 'The request is malformed',
    });
  });

  it.each(['?key=secret', '?a=b&key=secret', '?key=', '?key=a&key=b'])(
    'is refused with a key in it, which is not repeated: %s',
    async (query) => {
      expect(await answered('GET', `job/1${query}`)).toEqual({
        status: 400,
        allow: null,
        message: 'The query must not contain a key; send it in the header x-goog-api-key',
      });
    },
  );

  it('is read with other parameters', async () => {
    expect((await answered('GET', 'job/1?keys=a&alt=sse')).status).toBe(200);
  });
});
