import { AppError } from '@app/common';
import { readSpeechForm } from './read-speech-form';

describe('a form of audio/transcriptions', () => {
  it('says what is spoken, or leaves it to the operator', () => {
    expect(readSpeechForm({ language: 'fr' }, 'de')).toMatchObject({ language: 'fr' });
    expect(readSpeechForm({}, 'de')).toMatchObject({ language: 'de' });
  });

  it('is refused where nobody says what is spoken', () => {
    expect(() => readSpeechForm({})).toThrow(AppError);
  });

  it('gets JSON where it asks for no format', () => {
    expect(readSpeechForm({ language: 'de' }).format).toBe('json');
    expect(readSpeechForm({ language: 'de', response_format: 'srt' }).format).toBe('srt');
  });

  it('names what is not sent on', () => {
    expect(readSpeechForm({ language: 'de', chunking_strategy: 'auto' }).dropped).toEqual([
      'chunking_strategy',
    ]);
  });
});
