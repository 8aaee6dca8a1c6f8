import { assert, date, property, string } from 'fast-check';
import { newId } from '@app/common';
import { readCursor, writeCursor } from './list-chats';

describe('a cursor of the chat list', () => {
  it('leads back to where it came from', () => {
    assert(
      property(date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true }), (lastUsedAt) => {
        const position = { id: newId(), lastUsedAt };
        expect(readCursor(writeCursor(position))).toEqual(position);
      }),
    );
  });

  it('that is none of ours is refused, whatever it is', () => {
    assert(
      property(string(), (cursor) => {
        expect(() => readCursor(cursor)).toThrow('cursor must be the next_cursor of an earlier page');
      }),
    );
  });
});
