import type { Method } from './args/arg';
import type { Methods } from './route';

/** The HTTP methods for each value of an endpoint's `methods`. */
export const METHODS: Readonly<Record<Methods, readonly Method[]>> = {
  GET: ['GET'],
  POST: ['POST'],
  'POST, PUT, PATCH': ['POST', 'PUT', 'PATCH'],
  DELETE: ['DELETE'],
};
