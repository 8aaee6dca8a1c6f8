import { AppError } from '@app/common';
import { readSpeechForm } from './read-speech-form';

describe('a form of audio/transcriptions', () => {
  it('names the spoken language, or leaves it to the operator', () => {
    expect(readSpeechForm({ language: 'fr' }, 'de')).toMatchObject({ language: 'fr' });
    expect(readSpeechForm({}, 'de')).toMatchObject({ language: 'de' });
    expect(readSpeechForm({}, 'auto')).toMatchObject({ language: 'auto' });
  });

  it('is refused if neither it nor the operator names the language', () => {
    expect(() => readSpeechForm({})).toThrow(AppError);
  });

  it('gets JSON if it asks for no format', () => {
    expect(readSpeechForm({ language: 'de' }).format).toBe('json');
    expect(readSpeechForm({ language: 'de', response_format: 'srt' }).format).toBe('srt');
  });

  it('names the fields that are not forwarded', () => {
    expect(readSpeechForm({ language: 'de', chunking_strategy: 'auto' }).dropped).toEqual([
      'chunking_strategy',
    ]);
  });
});
