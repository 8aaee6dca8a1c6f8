import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { Access, CurrentUser, type AuthUser } from '@app/auth';
import { ROLES } from '@app/common';
import { AcceptCall } from '@app/policy';
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
  constructor(private readonly acceptCall: AcceptCall) {}

  @Get()
  @ApiOperation({ operationId: 'listModels', summary: 'The models that you may use, default first' })
  @ApiAnswer(ModelsDto, { success: true, message: 'Models', data: [{ id: 'demo-echo' }] })
  @ApiFailure(502, 'The language model failed; try again later')
  @ApiFailure(504, 'The language model did not answer in time; try again')
  async list(@CurrentUser() user: AuthUser) {
    const models = await this.acceptCall.models(user);
    return { success: true, message: 'Models', data: models.map(({ id }) => ({ id })) };
  }
}
