import { Injectable } from '@nestjs/common';
import { EntityTable, IssuedTable } from '@app/anonymization';
import { AppError, type Caller } from '@app/common';
import { AnonymizeText, type AnonymizeTextInput, type AnonymizeTextResult } from '@app/private-model';
import { SealedMappings } from './mappings/sealed-mappings';

/** Asks for a new mapping instead of continuing an earlier one. */
export const NEW_MAPPING = 'sealed';

export interface AnonymizedWithMapping extends AnonymizeTextResult {
  /** Restores the values of the text, and of the texts of the earlier mapping */
  mapping: string;
}

/** Anonymizes a text, and returns what restores it to its user alone, sealed. Nothing of it is stored. */
@Injectable()
export class AnonymizeWithMapping {
  constructor(
    private readonly anonymizeText: AnonymizeText,
    private readonly mappings: SealedMappings,
  ) {}

  /**
   * @param mapping `sealed`, or an earlier mapping: its values have the same replacements
   * @throws AppError `mapping_invalid`; `style_conflict`; `too_large`; `bad_request`
   */
  async execute(
    caller: Caller,
    { mapping, ...input }: Omit<AnonymizeTextInput, 'from'> & { mapping: string },
    signal: AbortSignal,
  ): Promise<AnonymizedWithMapping> {
    const before = mapping === NEW_MAPPING ? undefined : await this.mappings.open(caller, mapping);
    if (before && before.table.style !== input.style)
      throw new AppError('style_conflict', `This mapping uses ${before.table.style}; set the style to that`);
    const from = before?.table ?? EntityTable.create(input.style);
    const result = await this.anonymizeText.execute(caller, { ...input, from }, signal);
    const issued = await IssuedTable.of(from, [result.text], before);
    return { ...result, mapping: await this.mappings.seal(caller, issued) };
  }
}
