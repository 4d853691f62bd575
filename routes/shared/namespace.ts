/** The namespace of the calendar's routes. */
export const NAMESPACE = 'cal/events/v1';

/** The header in which lists of the calendar say how many records there are. */
export const TOTAL_HEADER = 'X-TEC-Total';
