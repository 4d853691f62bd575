import { createDeadline, type Deadline } from '../../deadline';
import type { Limits } from '../options';

/** Begins the deadline of a handler or a page, whose name the log gets if it does not answer in time. */
export type HandlerDeadline = (name: string) => Deadline;

/** Makes the function that begins deadlines of handlers. A late one is a bug: an Error. */
export const createHandlerDeadline =
  ({ handlerMilliseconds: time }: Limits): HandlerDeadline =>
  (name) =>
    createDeadline(time, () => new Error(`${name} did not answer within ${time / 1000} s (TIMEOUT_SECONDS)`));
