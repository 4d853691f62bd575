import { CHANGE_REQUEST_HEADERS, CREATION_REQUEST_HEADERS } from './request-headers';
import { CREATION_HEADERS, UPDATE_HEADERS } from './written-headers';

// What is declared of the ways to write records beside their methods, whatever their kind.

/** How records are created. */
export const CREATING = { status: 201, headers: CREATION_HEADERS, requestHeaders: CREATION_REQUEST_HEADERS } as const;

/** How records are changed. */
export const UPDATING = { headers: UPDATE_HEADERS, requestHeaders: CHANGE_REQUEST_HEADERS } as const;
