import { Module } from '@nestjs/common';
import { AuthModule } from '@app/auth';
import { AuthController } from './auth.controller';
import { JwksController } from './jwks.controller';

@Module({ imports: [AuthModule], controllers: [AuthController, JwksController] })
export class AuthApiModule {}
