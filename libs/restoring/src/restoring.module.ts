import { Module } from '@nestjs/common';
import { CasesModule } from '@app/cases';
import { ChatsModule } from '@app/sessions';
import { RestoreTexts } from './restore-texts';

@Module({
  imports: [CasesModule, ChatsModule],
  providers: [RestoreTexts],
  exports: [RestoreTexts],
})
export class RestoringModule {}
