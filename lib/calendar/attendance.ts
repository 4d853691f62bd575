/** The ways to attend an event. */
export type Attendance = 'offline' | 'online' | 'mixed';

/** The members of an event that tell how one attends it. */
export interface AttendanceFacts {
  readonly status?: string | null | undefined;
  readonly attendance?: string | null | undefined;
}

/** Tells how one attends an event. If it moved online, one attends online, whatever was said before, unless it is on site too. */
export const attendanceOf = ({ status, attendance }: AttendanceFacts): Attendance => {
  if (attendance === 'mixed') return 'mixed';
  return status === 'moved_online' || attendance === 'online' ? 'online' : 'offline';
};
