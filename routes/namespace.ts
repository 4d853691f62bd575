/** The namespace of the calendar's routes. */
export const NAMESPACE = 'cal/events/v1';
