import { refusalOf } from '../../database';

/** Tells whether something failed because the database does not answer now. */
export const isAway = (error: unknown): boolean => refusalOf(error)?.code === 'database_unavailable';

/** Tells whether something failed that may succeed later: the database does not answer now, or has too much to do. */
export const isPassing = (error: unknown): boolean => refusalOf(error)?.status === 503;
