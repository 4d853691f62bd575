import { refusalOf } from '../../database';

/** True if the database does not answer. */
export const isAway = (error: unknown): boolean => refusalOf(error)?.code === 'database_unavailable';

/** True for a failure that may pass: the database does not answer or is overloaded. */
export const isPassing = (error: unknown): boolean => refusalOf(error)?.status === 503;
