import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString } from 'class-validator';
import type { Page, PageRequest } from '@app/accounts';
import { invalid } from '@app/common';
import { LimitField } from '../http/limit-field.decorator';

const USUAL_LIMIT = 50;
const MAX_LIMIT = 100;

/** Selects a page of a list. */
export class PageQueryDto {
  @LimitField(MAX_LIMIT, USUAL_LIMIT)
  limit?: number;

  @ApiPropertyOptional({ description: '`next_cursor` of the previous page' })
  @IsOptional()
  @IsString()
  cursor?: string;
}

/** The paging fields of a list's response. */
export class ListDto {
  @ApiProperty({ enum: [true] }) success!: boolean;
  @ApiProperty() message!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The cursor of the next page; null on the last page',
  })
  next_cursor!: string | null;
}

/**
 * Reads the paging fields of a request.
 * @throws AppError `bad_request` if this service did not issue the cursor
 */
export function pageRequest({ limit = USUAL_LIMIT, cursor }: PageQueryDto): PageRequest {
  return { limit, ...(cursor !== undefined && { after: readCursor(cursor) }) };
}

/** Returns the response body of a page. */
export const pageAnswer = <T, Data>(
  message: string,
  { items, next }: Page<T>,
  toData: (item: T) => Data,
) => ({
  success: true,
  message,
  data: items.map(toData),
  next_cursor: next && cursorOf(next),
});

const cursorOf = (id: string): string => Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url');

function readCursor(cursor: string): string {
  const hex = /^[\w-]{22}$/.test(cursor) ? Buffer.from(cursor, 'base64url').toString('hex') : '';
  if (hex.length !== 32) throw invalid('cursor', 'must be next_cursor of the previous page');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
