import { applyDecorators } from '@nestjs/common';

type Declare = (status: number, message: string, param?: string | null) => MethodDecorator;

/** Documents the failures of a provider. @param declare documents one in the format of the gateway */
export const ApiProviderFailures = (declare: Declare): MethodDecorator =>
  applyDecorators(
    declare(502, 'The language model failed; try again later'),
    declare(504, 'The language model did not answer in time; try again'),
  );

/** Documents the failures of a call of a model. */
export const ApiModelCallFailures = (declare: Declare): MethodDecorator =>
  applyDecorators(
    declare(400, 'model must be one of the models that GET models lists', 'model'),
    declare(404, 'The provider does not know this model, or its address returned 404'),
    ApiProviderFailures(declare),
  );
