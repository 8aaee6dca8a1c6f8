import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Response } from 'express';
import { AppError } from '@app/common';

/** Injects an AbortSignal that is aborted when the client disconnects before its answer is complete. */
export const ClientGone = createParamDecorator((_: unknown, context: ExecutionContext): AbortSignal => {
  const response = context.switchToHttp().getResponse<Response>();
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort(new AppError('bad_request', 'The client disconnected'));
  });
  return controller.signal;
});
