import { Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { CasesModule } from '@app/cases';
import { mcpConfig } from '@app/config';
import { HidingModule } from '@app/hiding';
import { PoliciesModule } from '@app/policy';
import { McpGateway } from './mcp-gateway';

@Module({
  imports: [ConfigModule.forFeature(mcpConfig), CasesModule, HidingModule, PoliciesModule],
  providers: [McpGateway],
  exports: [McpGateway],
})
export class McpGatewayModule {}
