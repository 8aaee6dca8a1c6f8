import { service, show, tokenOf } from '../../testing/show';
import { upload } from './upload';

const FILE = new File(['Hello'], 'Grüße.txt');

/** Answers each upload with the next of these statuses and bodies. */
function answerUploads(...answers: readonly { status: number; body: object }[]) {
  const headers = jest.spyOn(XMLHttpRequest.prototype, 'setRequestHeader');
  const send = jest.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(function (
    this: XMLHttpRequest,
  ) {
    const { status, body } = answers[send.mock.calls.length - 1]!;
    Object.defineProperties(this, { status: { value: status }, response: { value: body } });
    this.upload.dispatchEvent(new ProgressEvent('progress', { loaded: 2, total: 5 }));
    this.dispatchEvent(new ProgressEvent('load'));
  });
  return (name: string) => headers.mock.calls.filter(([of]) => of === name).map(([, value]) => value);
}

describe('an upload', () => {
  beforeEach(() => show(null));

  it('sends the name of the file, reports the progress, and returns the id of the document', async () => {
    const sent = answerUploads({ status: 200, body: { data: 'doc' } });
    const onProgress = jest.fn();
    expect(await upload(FILE, onProgress)).toBe('doc');
    expect(onProgress.mock.calls).toEqual([[0.4]]);
    expect(sent('File-Name')).toEqual(['Gr%C3%BC%C3%9Fe.txt']);
  });

  it('renews the session and is sent again if the service refuses the token', async () => {
    const sent = answerUploads({ status: 401, body: {} }, { status: 200, body: { data: 'doc' } });
    const jwtToken = tokenOf({ jti: 'renewed' });
    service.answers('post', '/idm/v1/session', { jwtToken, role: 'member' });
    expect(await upload(FILE, jest.fn())).toBe('doc');
    expect(sent('Authorization')).toEqual([expect.stringMatching(/^Bearer /), `Bearer ${jwtToken}`]);
  });

  it('fails with the code of the service', async () => {
    answerUploads({ status: 400, body: { code: 'invalid_file', message: 'Invalid file' } });
    await expect(upload(FILE, jest.fn())).rejects.toMatchObject({ code: 'invalid_file', status: 400 });
  });

  it('fails if the service does not answer', async () => {
    jest.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(function (this: XMLHttpRequest) {
      this.dispatchEvent(new ProgressEvent('error'));
    });
    await expect(upload(FILE, jest.fn())).rejects.toMatchObject({ code: 'unreachable' });
  });
});
