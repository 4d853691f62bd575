import type { Method } from './args/arg';
import type { Methods } from './route';

/** The HTTP methods for each value of an endpoint's `methods`. */
export const METHODS: Readonly<Record<Methods, readonly Method[]>> = {
  GET: ['GET'],
  POST: ['POST'],
  'POST, PUT, PATCH': ['POST', 'PUT', 'PATCH'],
  DELETE: ['DELETE'],
};

/** True if an endpoint updates. Its POST, PUT and PATCH are one operation. */
export const isUpdate = ({ methods }: { readonly methods: readonly Method[] }): boolean => methods.includes('PATCH');
