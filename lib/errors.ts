import { accessErrors } from './errors/access';
import { bodyErrors } from './errors/bodies';
import { conditionErrors } from './errors/conditions';
import { embeddingErrors } from './errors/embedding';
import { formatErrors } from './errors/formats';
import { nestedErrors } from './errors/nested-values';
import { parameterErrors } from './errors/parameters';
import { recordErrors } from './errors/records';
import type { ApiError } from './errors/refusal';
import { requestErrors } from './errors/requests';
import { serviceErrors } from './errors/service';
import { termErrors } from './errors/terms';
import { valueErrors } from './errors/values';
import type { Text } from './language';

export { ApiError, isErrorStatus, type Kind, refusedAt } from './errors/refusal';
export { isOverloaded } from './errors/service';

/** Every refusal that the service makes, each beside what explains its code. */
export const errors = {
  ...accessErrors,
  ...recordErrors,
  ...termErrors,
  ...conditionErrors,
  ...parameterErrors,
  ...valueErrors,
  ...formatErrors,
  ...nestedErrors,
  ...bodyErrors,
  ...requestErrors,
  ...serviceErrors,
  ...embeddingErrors,
};

/**
 * Answers the refusal of one parameter after validation (400 `rest_invalid_param`), e.g. where two depend on each other; `why` says what is
 * allowed.
 *
 * @example
 * if (params.to < params.from) throw invalidParam('to', { en: 'Send a date after “from”.', fr: 'Envoyez une date postérieure à « from ».' });
 */
export const invalidParam = (name: string, why: Text): ApiError => errors.invalidParams({ [name]: errors.invalidValue(why) });
