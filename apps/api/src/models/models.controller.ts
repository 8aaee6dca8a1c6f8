import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { Access } from '@app/auth';
import { ROLES } from '@app/common';
import { LanguageModel } from '@app/llm';
import { ApiAnswer, ApiFailure } from '../openapi/api-answer.decorator';

class ModelDto {
  @ApiProperty() id!: string;
}

class ModelsDto {
  @ApiProperty({ enum: [true] }) success!: boolean;
  @ApiProperty() message!: string;
  @ApiProperty({ type: [ModelDto] }) data!: ModelDto[];
}

@ApiTags('chat')
@Access({ roles: ROLES, scope: 'chat' })
@Controller('models')
export class ModelsController {
  constructor(private readonly model: LanguageModel) {}

  @Get()
  @ApiOperation({ summary: 'The configured models, the default first' })
  @ApiAnswer(ModelsDto, { success: true, message: 'Models', data: [{ id: 'demo-echo' }] })
  @ApiFailure(502, 'The language model failed; try again later')
  @ApiFailure(504, 'The language model did not answer in time; try again')
  async list() {
    const models = await this.model.models();
    return { success: true, message: 'Models', data: models.map(({ id }) => ({ id })) };
  }
}
