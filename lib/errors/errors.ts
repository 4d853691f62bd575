import type { Text } from '../language';
import { accessErrors } from './access';
import { bodyErrors } from './bodies';
import { conditionErrors } from './conditions';
import { embeddingErrors } from './embedding';
import { formatErrors } from './formats';
import { nestedErrors } from './nested-values';
import { parameterErrors } from './parameters';
import { recordErrors } from './records';
import type { ApiError } from './refusal';
import { requestErrors } from './requests';
import { serviceErrors } from './service';
import { termErrors } from './terms';
import { valueErrors } from './values';

/** All refusals of the service. */
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
 * Refuses one parameter after validation (400 `rest_invalid_param`), e.g. if two depend on each other. `why` says what is allowed.
 *
 * @example
 * if (params.to < params.from) throw invalidParam('to', { en: 'Send a date after “from”.', fr: 'Envoyez une date postérieure à « from ».' });
 */
export const invalidParam = (name: string, why: Text): ApiError => errors.invalidParams({ [name]: errors.invalidValue(why) });
