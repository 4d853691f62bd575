/** The namespace of the calendar's routes. */
export const NAMESPACE = 'cal/events/v1';

/** The header with the number of records of a list. */
export const TOTAL_HEADER = 'X-TEC-Total';
