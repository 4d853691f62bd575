import { CHANGE_REQUEST_HEADERS, CREATION_REQUEST_HEADERS } from './request-headers';
import { CREATION_HEADERS, UPDATE_HEADERS } from './written-headers';

// Parts of the declarations of writing routes that all content types have in common.

/** Status and headers of creations. */
export const CREATING = { status: 201, headers: CREATION_HEADERS, requestHeaders: CREATION_REQUEST_HEADERS } as const;

/** Headers of updates. */
export const UPDATING = { headers: UPDATE_HEADERS, requestHeaders: CHANGE_REQUEST_HEADERS } as const;
