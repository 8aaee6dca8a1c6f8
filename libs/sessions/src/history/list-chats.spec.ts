import { assert, boolean, date, property, string } from 'fast-check';
import { newId } from '@app/common';
import { readCursor, writeCursor } from './list-chats';

describe('a cursor of the chat list', () => {
  it('decodes to the position that it encodes', () => {
    assert(
      property(
        date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true }),
        boolean(),
        (lastUsedAt, pinned) => {
          const position = { id: newId(), lastUsedAt, pinned };
          expect(readCursor(writeCursor(position))).toEqual(position);
        },
      ),
    );
  });

  it('that this service did not write is refused, whatever it is', () => {
    assert(
      property(string(), (cursor) => {
        expect(() => readCursor(cursor)).toThrow('cursor must be the next_cursor of an earlier page');
      }),
    );
  });
});
