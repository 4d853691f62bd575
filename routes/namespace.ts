/** The namespace of the calendar's routes (SPECIFICATION 4). */
export const NAMESPACE = 'cal/events/v1';
